/** API client with one function per operation, which returns a parsed response or throws an `ApiProblem`. Does not retry; callers do. */
import type {
  GenerationAccepted,
  JobView,
  Presentation,
  StartGenerationRequest,
  Template,
} from 'deckhand/types/mock';
import { ApiProblem, createProblem } from './problem';
import { parseAccepted, parseJobView, parsePresentation, parseTemplates } from './parse-response';

export interface ApiOptions {
  /** Ends in `/api/v1`. */
  readonly baseUrl: string;
  readonly key: string;
  /** Called with a line for every failed request. */
  readonly log?: (line: string) => void;
}

export interface Api {
  readonly templates: (signal: AbortSignal) => Promise<readonly Template[]>;
  readonly start: (request: StartGenerationRequest, signal: AbortSignal) => Promise<GenerationAccepted>;
  readonly job: (id: string, signal: AbortSignal) => Promise<JobView>;
  /** The spec does not define the response body (4.6), so there is no result. */
  readonly reply: (id: string, message: string, signal: AbortSignal) => Promise<null>;
  readonly presentation: (id: string, signal: AbortSignal) => Promise<Presentation>;
  /** The renamed presentation, or null if the response has none: the spec does not define the body (4.7). */
  readonly rename: (id: string, title: string, signal: AbortSignal) => Promise<Presentation | null>;
}

const REQUEST_TIMEOUT_MS = 20_000;

export function createApi({ baseUrl, key, log = console.warn }: ApiOptions): Api {
  async function sendRequest<T>(
    signal: AbortSignal,
    parse: (body: unknown) => T | undefined,
    method: 'GET' | 'POST' | 'PATCH',
    path: string,
    body?: unknown,
  ): Promise<T> {
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(), REQUEST_TIMEOUT_MS);
    try {
      const response = await fetch(baseUrl + path, {
        method,
        headers: {
          'x-api-key': key,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.any([signal, timeout.signal]),
      });
      const content = parseJson(await response.text());
      if (!response.ok) throw createProblem(response, content);
      const value = parse(content);
      if (value !== undefined) return value;
      const requestId = response.headers.get('x-request-id') ?? undefined;
      throw new ApiProblem('invalid-response', { status: response.status, requestId });
    } catch (cause) {
      signal.throwIfAborted();
      const problem =
        cause instanceof ApiProblem
          ? cause
          : new ApiProblem(timeout.signal.aborted ? 'timeout' : 'unreachable', { cause });
      const { kind, status = '-', requestId = '-' } = problem;
      log(`${method} ${path}: ${kind}, status ${status}, request ${requestId}`);
      throw problem;
    } finally {
      clearTimeout(timer);
    }
  }

  const job = (id: string): string => `/presentations/generate/${encodeURIComponent(id)}`;
  const presentation = (id: string): string => `/presentations/${encodeURIComponent(id)}`;
  return {
    templates: (signal) => sendRequest(signal, parseTemplates, 'GET', '/templates'),
    start: (request, signal) =>
      sendRequest(signal, parseAccepted, 'POST', '/presentations/generate', request),
    job: (id, signal) => sendRequest(signal, parseJobView, 'GET', `${job(id)}/status`),
    reply: (id, message, signal) =>
      sendRequest(signal, () => null, 'POST', `${job(id)}/message`, { message }),
    presentation: (id, signal) => sendRequest(signal, parsePresentation, 'GET', presentation(id)),
    rename: (id, title, signal) =>
      sendRequest(signal, (body) => parsePresentation(body) ?? null, 'PATCH', presentation(id), { title }),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
