/** Classifies failed requests by what the client can do. Knows HTTP, and nothing of screens. */

export type ProblemKind =
  /** No answer: the network, or nobody there. */
  | 'unreachable'
  /** No answer in time. */
  | 'slow'
  /** An answer that is not what was agreed: not JSON, or another shape. */
  | 'unreadable'
  /** 429: too many requests. */
  | 'busy'
  /** 5xx: the service has a fault. */
  | 'broken'
  /** 401: the key is not known, or none was sent. */
  | 'key'
  /** 403: the workspace may not use the API. */
  | 'disabled'
  /** 404: nothing of that id in this workspace. */
  | 'gone'
  /** Anything else the service does not take. */
  | 'refused';

/** The kinds that may be over when one asks again. */
const TRANSIENT: readonly ProblemKind[] = ['unreachable', 'slow', 'unreadable', 'busy', 'broken'];

interface ProblemDetails {
  readonly status?: number | undefined;
  /** Milliseconds the service asks to wait. */
  readonly retryAfter?: number | undefined;
  /** What the service said, in words. */
  readonly detail?: string | undefined;
  /** The service's name for this exchange: what its operators look for in their logs. */
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

/**
 * The problem that an answer other than 2xx is. How error bodies look is not agreed (7), so whatever reads like a sentence
 * is taken.
 */
export function problemOf(response: Response, body: unknown): ApiProblem {
  const { status, headers } = response;
  const { detail, message, error, title } = (body ?? {}) as Record<string, unknown>;
  return new ApiProblem(kindOf(status), {
    status,
    retryAfter: milliseconds(headers.get('retry-after')),
    detail: [detail, message, error, title].find((text) => typeof text === 'string'),
    requestId: headers.get('x-request-id') ?? undefined,
  });
}

function kindOf(status: number): ProblemKind {
  if (status === 401) return 'key';
  if (status === 403) return 'disabled';
  if (status === 404) return 'gone';
  if (status === 408) return 'slow';
  if (status === 429) return 'busy';
  return status >= 500 ? 'broken' : 'refused';
}

/** `Retry-After` is a number of seconds or a date. */
function milliseconds(retryAfter: string | null): number | undefined {
  if (retryAfter === null) return undefined;
  const wait = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - Date.now();
  return Number.isFinite(wait) ? Math.max(0, wait) : undefined;
}
