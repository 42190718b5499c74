/** Finds the requests of a sandbox that match an expectation. */
import type { OperationId } from '../../generated/routes.js';
import type { Exchange, WireBody } from '../../journal/exchange.js';
import type { JournalFilter } from '../../service/control/journals.js';
import type { RemoteWorkspace } from '../../app/remote-workspace.js';

export interface ReceivedOptions {
  /** The exact number of requests. Default: at least one. */
  readonly times?: number;
  /** The status of the response: a number such as 429, a class such as `5xx`, or `none` without a response. */
  readonly status?: number | '1xx' | '2xx' | '3xx' | '4xx' | '5xx' | 'none';
  /** The id of the job. */
  readonly job?: string;
  /**
   * Fields of the request's JSON body. Other fields are allowed, and so are `expect.stringContaining(…)` and similar
   * matchers.
   */
  readonly body?: unknown;
  /** The time limit in milliseconds. Default: that of `expect`. */
  readonly timeout?: number;
}

export async function received(
  deckhand: RemoteWorkspace,
  operation: OperationId,
  options: ReceivedOptions,
): Promise<readonly Exchange[]> {
  return fittingBody(await deckhand.journal(filterOf(operation, options)), options);
}

/** What the journal itself can select. */
export function filterOf(operation: OperationId, { status, job }: ReceivedOptions): JournalFilter {
  return {
    operation,
    ...(status !== undefined && { status: String(status) }),
    ...(job !== undefined && { job }),
  };
}

export function fittingBody(exchanges: readonly Exchange[], { body }: ReceivedOptions): readonly Exchange[] {
  return body === undefined ? exchanges : exchanges.filter(({ request }) => hasBody(request.body, body));
}

/* Whether a recorded body contains the expected fields. Other fields are allowed. */

export function hasBody(body: WireBody | undefined, wanted: unknown): boolean {
  if (!body || body.cut || body.encoding) return false;
  try {
    return has(JSON.parse(body.text), wanted);
  } catch {
    return false;
  }
}

function has(value: unknown, wanted: unknown): boolean {
  if (typeof wanted !== 'object' || wanted === null) return Object.is(value, wanted);
  if (isAsymmetric(wanted)) return wanted.asymmetricMatch(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value) !== Array.isArray(wanted))
    return false;
  if (Array.isArray(wanted) && (value as unknown[]).length !== wanted.length) return false;
  return Object.entries(wanted).every(
    ([name, part]) => Object.hasOwn(value, name) && has((value as Record<string, unknown>)[name], part),
  );
}

/** The type of `expect.any(…)` and similar matchers. */
function isAsymmetric(wanted: object): wanted is { asymmetricMatch(value: unknown): boolean } {
  return 'asymmetricMatch' in wanted && typeof wanted.asymmetricMatch === 'function';
}
