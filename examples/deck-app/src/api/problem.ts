/** Classifies failed requests by what the client can do. */

export type ProblemKind =
  /** No response: a network error, or no server. */
  | 'unreachable'
  /** No response in time. */
  | 'timeout'
  /** A response that does not follow the spec: not JSON, or another shape. */
  | 'invalid-response'
  /** 429: too many requests. */
  | 'rate-limited'
  /** 5xx: the service failed. */
  | 'server-error'
  /** 401: the key is missing or invalid. */
  | 'unauthorized'
  /** 403: the workspace has no access to the API. */
  | 'forbidden'
  /** 404: this workspace has no such resource. */
  | 'not-found'
  /** Any other 4xx. */
  | 'rejected';

/** The kinds for which a retry can succeed. */
const TRANSIENT: readonly ProblemKind[] = [
  'unreachable',
  'timeout',
  'invalid-response',
  'rate-limited',
  'server-error',
];

interface ProblemDetails {
  readonly status?: number | undefined;
  /** From the header `Retry-After`, in ms. */
  readonly retryAfter?: number | undefined;
  /** The message of the service. */
  readonly detail?: string | undefined;
  /** For the logs of the service. */
  readonly requestId?: string | undefined;
  readonly cause?: unknown;
}

export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  readonly kind: ProblemKind;
  readonly status: number | undefined;
  readonly retryAfter: number | undefined;
  readonly detail: string | undefined;
  readonly requestId: string | undefined;

  constructor(kind: ProblemKind, { status, retryAfter, detail, requestId, cause }: ProblemDetails = {}) {
    super(detail ?? kind, { cause });
    this.kind = kind;
    this.status = status;
    this.retryAfter = retryAfter;
    this.detail = detail;
    this.requestId = requestId;
  }

  get isTransient(): boolean {
    return TRANSIENT.includes(this.kind);
  }
}

/** Converts an error response. The spec does not define error bodies (7), so the first text in a usual field is taken. */
export function createProblem(response: Response, body: unknown): ApiProblem {
  const { status, headers } = response;
  const { detail, message, error, title } = (body ?? {}) as Record<string, unknown>;
  return new ApiProblem(toProblemKind(status), {
    status,
    retryAfter: parseRetryAfter(headers.get('retry-after')),
    detail: [detail, message, error, title].find((text) => typeof text === 'string'),
    requestId: headers.get('x-request-id') ?? undefined,
  });
}

function toProblemKind(status: number): ProblemKind {
  if (status === 401) return 'unauthorized';
  if (status === 403) return 'forbidden';
  if (status === 404) return 'not-found';
  if (status === 408) return 'timeout';
  if (status === 429) return 'rate-limited';
  return status >= 500 ? 'server-error' : 'rejected';
}

/** Parses `Retry-After`: a number of seconds or a date. @returns ms */
function parseRetryAfter(retryAfter: string | null): number | undefined {
  if (retryAfter === null) return undefined;
  const wait = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - Date.now();
  return Number.isFinite(wait) ? Math.max(0, wait) : undefined;
}
