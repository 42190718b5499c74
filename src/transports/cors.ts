/** CORS: decides which pages can read responses, and creates the headers. */

const LOCAL_ORIGIN = /^https?:\/\/(?:(?:[\w-]+\.)*localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i;

const ALLOWED_METHODS = 'GET, HEAD, POST, PATCH, OPTIONS';
const ALLOWED_HEADERS = 'authorization, x-api-key, content-type, x-request-id, x-deckhand-scenario';
const HEADER_NAMES = /^[\w-]+(?:\s*,\s*[\w-]+){0,50}$/;
const DOCUMENTED_HEADERS = ['Location', 'Retry-After', 'X-Request-Id'];

/**
 * Whether a page can read the responses of the API: its origin is this machine, or an allowed one. Other pages get no CORS headers,
 * so their browsers block the responses.
 */
export function isAllowedOrigin(origin: string, allowed: readonly string[]): boolean {
  return LOCAL_ORIGIN.test(origin) || allowed.includes(origin);
}

/**
 * The headers that allow a page of this origin to read a response. Credentials are allowed for pages that send cookies with every
 * request, but they have no effect.
 * @param headers of the response, as alternating names and values. The page can read all of them
 */
export function corsHeaders(origin: string, headers: readonly string[] = []): Record<string, string> {
  return {
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Credentials': 'true',
    'Access-Control-Expose-Headers': formatExposedHeaders(headers),
    Vary: 'Origin',
  };
}

/**
 * The headers of the response to a preflight.
 * @param requested the headers that the page wants to send. All are allowed, because tracing tools add their own
 */
export function preflightHeaders(origin: string, requested: string | undefined): Record<string, string> {
  return {
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Credentials': 'true',
    'Access-Control-Allow-Methods': ALLOWED_METHODS,
    'Access-Control-Allow-Headers':
      requested !== undefined && HEADER_NAMES.test(requested)
        ? `${ALLOWED_HEADERS}, ${requested}`
        : ALLOWED_HEADERS,
    'Access-Control-Max-Age': '600',
    Vary: 'Origin',
  };
}

/** The names of all headers that a page can read: the documented ones, and those of this response. */
export function formatExposedHeaders(headers: readonly string[]): string {
  const exposed = new Set(DOCUMENTED_HEADERS.map((name) => name.toLowerCase()));
  const names = headers.filter((name, index) => {
    const isNew = index % 2 === 0 && /^[\w-]+$/.test(name) && !exposed.has(name.toLowerCase());
    if (isNew) exposed.add(name.toLowerCase());
    return isNew;
  });
  return [...DOCUMENTED_HEADERS, ...names].join(', ');
}
