/**
 * Decides which pages can read the API's responses: pages from this machine, and pages of the configured origins. Other
 * pages get no CORS header, so their browsers block the responses.
 */
const LOCAL = /^https?:\/\/(?:(?:[\w-]+\.)*localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i;

const METHODS = 'GET, HEAD, POST, PATCH, OPTIONS';
const REQUEST_HEADERS = 'authorization, x-api-key, content-type, x-request-id, x-deckhand-scenario';
const HEADER_NAMES = /^[\w-]+(?:\s*,\s*[\w-]+){0,50}$/;
const DOCUMENTED = ['Location', 'Retry-After', 'X-Request-Id'];

export function mayRead(origin: string, named: readonly string[]): boolean {
  return LOCAL.test(origin) || named.includes(origin);
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
    'Access-Control-Expose-Headers': exposed(headers),
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
export function exposed(headers: readonly string[]): string {
  const known = new Set(DOCUMENTED.map((name) => name.toLowerCase()));
  const names = headers.filter((name, index) => {
    const isNew = index % 2 === 0 && /^[\w-]+$/.test(name) && !known.has(name.toLowerCase());
    if (isNew) known.add(name.toLowerCase());
    return isNew;
  });
  return [...DOCUMENTED, ...names].join(', ');
}
