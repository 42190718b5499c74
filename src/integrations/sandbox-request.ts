/** Builds a test's requests to the API, with the key of its sandbox. */
import { basePath } from '../generated/routes.js';
import { readKey } from '../service/keys.js';

export interface SandboxAccess {
  readonly apiKey: string;
  /** The base URL of the API, such as `http://127.0.0.1:4010/api/v1`. It can have a prefix before `/api/v1`. */
  readonly baseUrl: string;
}

/**
 * A request that has a key keeps it.
 * @param input an absolute URL, or a path: `/templates`, or the path of a `poll_url`
 */
export function buildSandboxRequest(
  { apiKey, baseUrl }: SandboxAccess,
  input: string | URL | Request,
  init?: RequestInit,
): Request {
  const request = new Request(typeof input === 'string' ? resolveApiUrl(input, baseUrl) : input, init);
  if (readKey({ header: (name) => request.headers.get(name) ?? undefined }) === undefined)
    request.headers.set('x-api-key', apiKey);
  return request;
}

function resolveApiUrl(input: string, baseUrl: string): string {
  if (!input.startsWith('/')) return input;
  const { pathname } = new URL(baseUrl);
  const base = [pathname, basePath].find((path) => input.startsWith(`${path}/`)) ?? '';
  return baseUrl + input.slice(base.length);
}

/** Copies the request with another key, in the header that has the key of the request. */
export function withApiKey(request: Request, apiKey: string): Request {
  const headers = new Headers(request.headers);
  setApiKey(headers, apiKey);
  return new Request(request, { headers });
}

/** Replaces the key in `Authorization`, if that header exists, otherwise in `X-API-Key`. */
export function setApiKey(headers: Headers, apiKey: string): void {
  if (headers.has('authorization')) headers.set('authorization', `Bearer ${apiKey}`);
  else headers.set('x-api-key', apiKey);
}
