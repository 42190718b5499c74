/**
 * The Presentation Generation Service, one function a request. Each resolves to an answer that was looked at, or throws an
 * `ApiProblem`. Does not retry; callers do.
 */
import type {
  GenerationAccepted,
  JobView,
  Presentation,
  StartGenerationRequest,
  Template,
} from 'deckhand/types/assumed';
import { ApiProblem, problemOf } from './problem';
import { readAccepted, readJobView, readPresentation, readTemplates } from './parse-response';

export interface ApiOptions {
  /** Ends in `/api/v1`. */
  readonly baseUrl: string;
  readonly key: string;
  /** Is told of every request that went wrong, in a line. */
  readonly log?: (line: string) => void;
}

export interface Api {
  readonly templates: (signal: AbortSignal) => Promise<readonly Template[]>;
  readonly start: (request: StartGenerationRequest, signal: AbortSignal) => Promise<GenerationAccepted>;
  readonly job: (id: string, signal: AbortSignal) => Promise<JobView>;
  /** What a message is answered with is not shown (4.6): that it was taken is all there is to know. */
  readonly reply: (id: string, message: string, signal: AbortSignal) => Promise<null>;
  readonly presentation: (id: string, signal: AbortSignal) => Promise<Presentation>;
  /** The renamed presentation, where the service shows it (4.7 does not say). */
  readonly rename: (id: string, title: string, signal: AbortSignal) => Promise<Presentation | null>;
}

/** Milliseconds until a request that nobody answers is given up. */
const TIME_LIMIT = 20_000;

export function createApi({ baseUrl, key, log = console.warn }: ApiOptions): Api {
  async function sendRequest<T>(
    signal: AbortSignal,
    read: (body: unknown) => T | undefined,
    method: 'GET' | 'POST' | 'PATCH',
    path: string,
    body?: unknown,
  ): Promise<T> {
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), TIME_LIMIT);
    try {
      const response = await fetch(baseUrl + path, {
        method,
        headers: {
          'x-api-key': key,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.any([signal, limit.signal]),
      });
      const answer = parse(await response.text());
      if (!response.ok) throw problemOf(response, answer);
      const value = read(answer);
      if (value !== undefined) return value;
      const requestId = response.headers.get('x-request-id') ?? undefined;
      throw new ApiProblem('unreadable', { status: response.status, requestId });
    } catch (cause) {
      signal.throwIfAborted();
      const problem =
        cause instanceof ApiProblem
          ? cause
          : new ApiProblem(limit.signal.aborted ? 'slow' : 'unreachable', { cause });
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
    templates: (signal) => sendRequest(signal, readTemplates, 'GET', '/templates'),
    start: (request, signal) => sendRequest(signal, readAccepted, 'POST', '/presentations/generate', request),
    job: (id, signal) => sendRequest(signal, readJobView, 'GET', `${job(id)}/status`),
    reply: (id, message, signal) =>
      sendRequest(signal, () => null, 'POST', `${job(id)}/message`, { message }),
    presentation: (id, signal) => sendRequest(signal, readPresentation, 'GET', presentation(id)),
    rename: (id, title, signal) =>
      sendRequest(signal, (body) => readPresentation(body) ?? null, 'PATCH', presentation(id), { title }),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
