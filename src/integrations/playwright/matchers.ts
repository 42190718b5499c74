/** The matchers `toFollowClientRules` and `toHaveReceived` for Playwright's `expect`. */
import type { ExpectMatcherState, MatcherReturnType } from '@playwright/test';
import { assertKnownOptions } from '../../app/options/deckhand-options.js';
import { parseInteger } from '../../app/options/option-parsers.js';
import type { AnyWorkspace, RemoteWorkspace } from '../../app/remote-workspace.js';
import { realNow, setRealTimeout } from '../../base/real-time.js';
import type { OperationId } from '../../generated/routes.js';
import type { Exchange } from '../../journal/exchange.js';
import { checkClientRules, type ClientRulesOptions } from '../client-rules-assertion.js';
import {
  findReceived,
  formatExpected,
  formatReceived,
  type ToHaveReceivedOptions,
} from '../received-assertion.js';

const OPTIONS = ['times', 'status', 'job', 'body', 'timeout'] satisfies (keyof ToHaveReceivedOptions)[];

/** Milliseconds between checks. */
const RETRY_INTERVALS_MS = [50, 100, 250, 500];

/** @throws UserError when an option or a rule is unknown */
export async function toFollowClientRules(
  this: ExpectMatcherState,
  deckhand: AnyWorkspace,
  options: ClientRulesOptions = {},
): Promise<MatcherReturnType> {
  const { pass, message } = await checkClientRules(deckhand, options, this.isNot);
  return {
    pass,
    name: 'toFollowClientRules',
    message: () =>
      `${this.utils.matcherHint('toFollowClientRules', 'deckhand', '', { isNot: this.isNot })}\n\n${message}`,
  };
}

/** Retries until it passes or times out. @throws UserError when the operation or an option is unknown */
export async function toHaveReceived(
  this: ExpectMatcherState,
  deckhand: RemoteWorkspace,
  operation: OperationId,
  options: ToHaveReceivedOptions = {},
): Promise<MatcherReturnType> {
  assertKnownOptions(options, OPTIONS);
  const { times, timeout = this.timeout } = options;
  if (times !== undefined) parseInteger(times, 'times', 0);
  const deadline = realNow() + timeout;
  let matching: readonly Exchange[];
  let pass: boolean;
  for (let attempt = 0; ; attempt += 1) {
    matching = await findReceived(deckhand, operation, options);
    pass = times === undefined ? matching.length > 0 : matching.length === times;
    const remaining = deadline - realNow();
    if (pass !== this.isNot || remaining <= 0 || isFinalResult(matching.length, times, this.isNot)) break;
    await new Promise((resolve) =>
      setRealTimeout(resolve, Math.min(RETRY_INTERVALS_MS[attempt] ?? 1_000, remaining)),
    );
  }
  const all = pass === this.isNot ? await deckhand.journal() : [];
  return {
    pass,
    name: 'toHaveReceived',
    expected: formatExpected(operation, options, this.isNot),
    actual: matching.length,
    message: () =>
      [
        this.utils.matcherHint('toHaveReceived', 'deckhand', 'operation', { isNot: this.isNot }),
        '',
        `Expected: ${formatExpected(operation, options, this.isNot, (value) => this.utils.printExpected(value))}`,
        `Received: ${formatReceived(all, matching)}`,
      ].join('\n'),
  };
}

/** Whether the result is final. The number of received requests can only grow, so a longer wait cannot change it. */
function isFinalResult(count: number, times: number | undefined, isNot: boolean): boolean {
  return isNot ? times === undefined : times !== undefined && count > times;
}
