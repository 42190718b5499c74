/**
 * Decides which pages can read the API's responses: pages from this machine, and pages of the configured origins. Other
 * pages get no CORS header, so their browsers block the responses.
 */
const LOCAL = /^https?:\/\/(?:(?:[\w-]+\.)*localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i;

const METHODS = 'GET, HEAD, POST, PATCH, OPTIONS';
const REQUEST_HEADERS = 'authorization, x-api-key, content-type, x-request-id, x-deckhand-scenario';
const HEADER_NAMES = /^[\w-]+(?:\s*,\s*[\w-]+){0,50}$/;
const EXPOSED = 'Location, Retry-After, X-Request-Id';

export function mayRead(origin: string, named: readonly string[]): boolean {
  return LOCAL.test(origin) || named.includes(origin);
}

/**
 * The headers that allow a page of this origin to read a response. Credentials are allowed: a page that sends cookies with all
 * its requests sends them here, too, and they have no effect.
 */
export function corsHeaders(origin: string): Record<string, string> {
  return {
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Credentials': 'true',
    'Access-Control-Expose-Headers': EXPOSED,
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
