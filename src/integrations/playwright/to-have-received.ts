/**
 * `expect(deckhand).toHaveReceived(…)`: checks the requests of the sandbox, and retries like Playwright's own expectations.
 */
import type { ExpectMatcherState, MatcherReturnType } from '@playwright/test';
import type { OperationId } from '../../generated/routes.js';
import type { Exchange } from '../../journal/exchange.js';
import type { RemoteWorkspace } from '../../app/remote-workspace.js';
import { checkNames } from '../../app/options/deckhand-options.js';
import { needWhole } from '../../app/options/parsers.js';
import { realNow, setRealTimeout } from '../../base/real-time.js';
import { received, type ReceivedOptions } from '../received/received.js';
import { expectedText, receivedText } from '../received/received-text.js';

const OPTIONS = ['times', 'status', 'job', 'body', 'timeout'] satisfies (keyof ReceivedOptions)[];

/** Milliseconds between two checks. */
const PAUSES = [50, 100, 250, 500];

/** @throws UserError when the operation or an option is unknown */
export async function toHaveReceived(
  this: ExpectMatcherState,
  deckhand: RemoteWorkspace,
  operation: OperationId,
  options: ReceivedOptions = {},
): Promise<MatcherReturnType> {
  checkNames(options, OPTIONS);
  const { times, timeout = this.timeout } = options;
  if (times !== undefined) needWhole(times, 'times', 0);
  const deadline = realNow() + timeout;
  let fitting: readonly Exchange[];
  let pass: boolean;
  for (let look = 0; ; look += 1) {
    fitting = await received(deckhand, operation, options);
    pass = times === undefined ? fitting.length > 0 : fitting.length === times;
    const rest = deadline - realNow();
    if (pass !== this.isNot || rest <= 0 || isBeyondRepair(fitting.length, times, this.isNot)) break;
    await new Promise((resolve) => setRealTimeout(resolve, Math.min(PAUSES[look] ?? 1_000, rest)));
  }
  const all = pass === this.isNot ? await deckhand.journal() : [];
  return {
    pass,
    name: 'toHaveReceived',
    expected: expectedText(operation, options, this.isNot),
    actual: fitting.length,
    message: () =>
      [
        this.utils.matcherHint('toHaveReceived', 'deckhand', 'operation', { isNot: this.isNot }),
        '',
        `Expected: ${expectedText(operation, options, this.isNot, (value) => this.utils.printExpected(value))}`,
        `Received: ${receivedText(all, fitting)}`,
      ].join('\n'),
  };
}

/** Whether the result is final. The number of received requests can only grow, so a longer wait cannot change it. */
function isBeyondRepair(count: number, times: number | undefined, isNot: boolean): boolean {
  return isNot ? times === undefined : times !== undefined && count > times;
}
