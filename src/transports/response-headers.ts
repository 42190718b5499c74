/** Request id, CORS and content sandbox headers., and what keeps it from running at our origin. */

/** Headers that would change this origin, whoever reads the response. */
const ORIGIN_WIDE_HEADERS =
  /^(?:clear-site-data|refresh|service-worker-allowed|content-security-policy(?:-report-only)?)$/i;

const SANDBOX_HEADERS = ['Content-Security-Policy', 'sandbox', 'X-Content-Type-Options', 'nosniff'];

const NAVIGATION_DESTINATIONS = /^(?:document|iframe|frame|object|embed)$/;

/**
 * Keeps a response from running at our origin, where the panel and the control API are: a recording or a scenario can have a body
 * of HTML with a script. A browser that navigates to it or frames it gets it in a sandbox. Code gets it as it is.
 * @param headers of the response, names and values in turn
 * @param header a header of the request, by its name in lower case
 */
export function sandboxNavigations(
  headers: readonly string[],
  header: (name: string) => string | undefined,
): string[] {
  const safe = headers.filter((_, index) => !ORIGIN_WIDE_HEADERS.test(headers[index - (index % 2)] ?? ''));
  if (!isNavigation(header)) return safe;
  const own = safe.filter((_, index) => !/^x-content-type-options$/i.test(safe[index - (index % 2)] ?? ''));
  return [...own, ...SANDBOX_HEADERS];
}

/**
 * Whether a browser will show the response as a page. To plain HTTP of other hosts it sends no `Sec-Fetch-Dest`, and a service
 * worker hides it behind `empty`: then `Accept` tells.
 */
function isNavigation(header: (name: string) => string | undefined): boolean {
  const destination = header('sec-fetch-dest') ?? 'empty';
  return destination === 'empty'
    ? header('accept')?.includes('text/html') === true
    : NAVIGATION_DESTINATIONS.test(destination);
}

const VALID_ID = /^[\w.:-]{1,128}$/;

/** New ids start with the same half of a UUID and end with a counter. They are as unique as UUIDs and faster to create. */
const PROCESS_ID = halfOfUuid();
/** The last two hex digits of the counter. The digits before them are formatted once for every 256 ids. */
const LAST_DIGITS = Array.from({ length: 256 }, (_, count) => count.toString(16).padStart(2, '0'));
let count = 0;
let begin = '';

/** The id of an exchange: the client's own if it is valid, else a new one. */
export function requestIdFor(sent: string | undefined): string {
  if (sent !== undefined && VALID_ID.test(sent)) return sent;
  count += 1;
  const last = count % LAST_DIGITS.length;
  if (last === 0 || begin === '')
    begin =
      PROCESS_ID +
      Math.floor(count / LAST_DIGITS.length)
        .toString(16)
        .padStart(10, '0');
  return begin + (LAST_DIGITS[last] as string);
}

/** Like the start of `crypto.randomUUID`, which does not exist in pages without TLS. */
function halfOfUuid(): string {
  const random = [...crypto.getRandomValues(new Uint16Array(5))];
  const [one, two, three, four = '', five = ''] = random.map((part) => part.toString(16).padStart(4, '0'));
  return `${one}${two}-${three}-4${four.slice(1)}-a${five.slice(1)}-`;
}

const LOCAL = /^https?:\/\/(?:(?:[\w-]+\.)*localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i;

const METHODS = 'GET, HEAD, POST, PATCH, OPTIONS';
const REQUEST_HEADERS = 'authorization, x-api-key, content-type, x-request-id, x-deckhand-scenario';
const HEADER_NAMES = /^[\w-]+(?:\s*,\s*[\w-]+){0,50}$/;
const DOCUMENTED_HEADERS = ['Location', 'Retry-After', 'X-Request-Id'];

/**
 * Whether a page can read the API's responses: a page from this machine, or of a configured origin. Other pages get no CORS
 * header, so their browsers block the responses.
 */
export function isAllowedOrigin(origin: string, allowed: readonly string[]): boolean {
  return LOCAL.test(origin) || allowed.includes(origin);
}

/**
 * The headers that allow a page of this origin to read a response. Credentials are allowed: a page that sends cookies with all
 * its requests sends them here, too, and they have no effect.
 * @param headers of the response, names and values in turn. The page can read all of them, as it can on the origin of the service
 */
export function corsHeaders(origin: string, headers: readonly string[] = []): Record<string, string> {
  return {
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Credentials': 'true',
    'Access-Control-Expose-Headers': exposedHeaders(headers),
    Vary: 'Origin',
  };
}

/**
 * The headers of the response to a preflight.
 * @param requested the headers that the page wants to send. All are allowed for such a page; tracing tools add their own
 */
export function preflightHeaders(origin: string, requested: string | undefined): Record<string, string> {
  return {
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Credentials': 'true',
    'Access-Control-Allow-Methods': METHODS,
    'Access-Control-Allow-Headers':
      requested !== undefined && HEADER_NAMES.test(requested)
        ? `${REQUEST_HEADERS}, ${requested}`
        : REQUEST_HEADERS,
    'Access-Control-Max-Age': '600',
    Vary: 'Origin',
  };
}

/** The names of all headers that a page can read: those of the interface, and those of this response. */
export function exposedHeaders(headers: readonly string[]): string {
  const known = new Set(DOCUMENTED_HEADERS.map((name) => name.toLowerCase()));
  const names = headers.filter((name, index) => {
    const isNew = index % 2 === 0 && /^[\w-]+$/.test(name) && !known.has(name.toLowerCase());
    if (isNew) known.add(name.toLowerCase());
    return isNew;
  });
  return [...DOCUMENTED_HEADERS, ...names].join(', ');
}
