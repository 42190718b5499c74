/** What a sandbox was asked, as far as an expectation is about it. */
import type { OperationId } from '../../generated/routes.js';
import type { Exchange } from '../../journal/exchange.js';
import type { JournalFilter } from '../../service/control/journals.js';
import type { AsyncWorkspace } from '../../app/async-workspace.js';
import { hasBody } from './has-body.js';

export interface ReceivedOptions {
  /** Exactly so often. At least once when left out. */
  readonly times?: number;
  /** Answered with a status such as 429, with one of a class such as `5xx`, or with `none` as no answer came. */
  readonly status?: number | '1xx' | '2xx' | '3xx' | '4xx' | '5xx' | 'none';
  /** About this job. */
  readonly job?: string;
  /** What the JSON body of the request has, beside whatever else. `expect.stringContaining(…)` and its like work in it. */
  readonly body?: unknown;
  /** Milliseconds to wait for it. That of `expect` when left out. */
  readonly timeout?: number;
}

export async function received(
  deckhand: AsyncWorkspace,
  operation: OperationId,
  { status, job, body }: ReceivedOptions,
): Promise<readonly Exchange[]> {
  const filter: JournalFilter = {
    operation,
    ...(status !== undefined && { status: String(status) }),
    ...(job !== undefined && { job }),
  };
  const exchanges = await deckhand.journal(filter);
  return body === undefined ? exchanges : exchanges.filter(({ request }) => hasBody(request.body, body));
}
