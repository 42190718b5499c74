/**
 * Which pages may read the API's answers: those served from this machine, and those named on purpose. Others get no CORS
 * header at all, and their browsers keep the answers from them.
 */
const LOCAL = /^https?:\/\/(?:localhost|[\w-]+\.localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i;

const METHODS = 'GET, HEAD, POST, PATCH, OPTIONS';
const REQUEST_HEADERS = 'authorization, x-api-key, content-type, x-request-id, x-deckhand-scenario';
const EXPOSED = 'Location, Retry-After, X-Request-Id';

export function mayRead(origin: string, named: readonly string[]): boolean {
  return LOCAL.test(origin) || named.includes(origin);
}

/** The headers that let a page of this origin read an answer. */
export function corsHeaders(origin: string): Record<string, string> {
  return { 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': EXPOSED, Vary: 'Origin' };
}

/** The headers that answer a preflight. */
export function preflightHeaders(origin: string): Record<string, string> {
  return {
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Methods': METHODS,
    'Access-Control-Allow-Headers': REQUEST_HEADERS,
    'Access-Control-Max-Age': '600',
    Vary: 'Origin',
  };
}
