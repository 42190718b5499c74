/** A request of a test to the API, with the key of its own sandbox unless it has another key. */
import { basePath } from '../generated/routes.js';
import { readKey } from '../service/keys.js';
import type { ActiveFault } from '../generated/control-api.js';

export interface SandboxAccess {
  readonly apiKey: string;
  /** The base URL of the API, such as `http://127.0.0.1:4010/api/v1`. It can have a prefix before `/api/v1`. */
  readonly baseUrl: string;
}

/** @param input an absolute URL, or a path: `/templates`, or the path of a `poll_url` */
export function sandboxRequest(
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

/** The request with the key of a sandbox, in the same header as its own key. */
export function withApiKey(request: Request, key: string): Request {
  const headers = new Headers(request.headers);
  if (headers.has('authorization')) headers.set('authorization', `Bearer ${key}`);
  else headers.set('x-api-key', key);
  return new Request(request, { headers });
}

/* Makes the key of a test's sandbox, readable in lists of sandboxes. Independent of the test runner. */

/** Characters of the title in the key. A key can have 64 after its prefix. */
const MAX_TITLE_CHARACTERS = 40;

/**
 * @param title the title of the test, in any script
 * @param suffix distinguishes tests with the same title
 */
export function sandboxKey(title: string, suffix?: string | number): string {
  const words = title
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, '-')
    .slice(0, MAX_TITLE_CHARACTERS)
    .replaceAll(/^-+|-+$/g, '');
  return `sandbox-${words || 'test'}${suffix === undefined ? '' : `.${suffix}`}`;
}

/* Warns about faults that a test added and that never applied. Such a test proves nothing. */

/** @returns undefined if every fault happened */
export function formatUnusedFaults(faults: readonly ActiveFault[]): string | undefined {
  const unmet = faults.filter(({ applied = 0 }) => applied === 0);
  if (unmet.length === 0) return undefined;
  return unmet
    .map((fault) => `Deckhand: the fault ${fault.id} never happened. ${unusedReason(fault)}`)
    .join('\n');
}

function unusedReason({ operation, job }: ActiveFault): string {
  const target = `${operation.join(', ')}${job === undefined ? '' : ` of job ${job}`}`;
  return `No request for ${target} came while it was active.`;
}
