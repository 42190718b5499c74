/** The matchers `toFollowClientRules` and `toHaveReceived` for Playwright's `expect`. */
import type { ExpectMatcherState, MatcherReturnType } from '@playwright/test';
import { assertKnownOptions } from '../../app/options/deckhand-options.js';
import { parseInteger } from '../../app/options/option-parsers.js';
import type { AnyWorkspace, RemoteWorkspace } from '../../app/remote-workspace.js';
import { realNow, setRealTimeout } from '../../base/real-time.js';
import type { OperationId } from '../../generated/routes.js';
import type { Exchange } from '../../journal/exchange.js';
import { checkClientRules, type ClientRulesOptions } from '../client-rules-assertion.js';
import { PlaywrightSandbox } from './sandbox.js';
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
export function toFollowClientRules(
  this: ExpectMatcherState,
  deckhand: AnyWorkspace,
  options: ClientRulesOptions = {},
): Promise<MatcherReturnType> {
  return tracked(this, deckhand, 'toFollowClientRules', () => checkRules(this, deckhand, options));
}

async function checkRules(
  state: ExpectMatcherState,
  deckhand: AnyWorkspace,
  options: ClientRulesOptions,
): Promise<MatcherReturnType> {
  const { pass, message } = await checkClientRules(deckhand, options, state.isNot);
  return {
    pass,
    name: 'toFollowClientRules',
    message: () =>
      `${state.utils.matcherHint('toFollowClientRules', 'deckhand', '', { isNot: state.isNot })}\n\n${message}`,
  };
}

/** Retries until it passes or times out. @throws UserError when the operation or an option is unknown */
export function toHaveReceived(
  this: ExpectMatcherState,
  deckhand: RemoteWorkspace,
  operation: OperationId,
  options: ToHaveReceivedOptions = {},
): Promise<MatcherReturnType> {
  return tracked(this, deckhand, 'toHaveReceived', () => waitForRequests(this, deckhand, operation, options));
}

async function waitForRequests(
  state: ExpectMatcherState,
  deckhand: RemoteWorkspace,
  operation: OperationId,
  options: ToHaveReceivedOptions,
): Promise<MatcherReturnType> {
  assertKnownOptions(options, OPTIONS);
  const { times, timeout = state.timeout } = options;
  if (times !== undefined) parseInteger(times, 'times', 0);
  const deadline = realNow() + timeout;
  let matching: readonly Exchange[];
  let pass: boolean;
  for (let attempt = 0; ; attempt += 1) {
    matching = await findReceived(deckhand, operation, options);
    pass = times === undefined ? matching.length > 0 : matching.length === times;
    const remaining = deadline - realNow();
    if (pass !== state.isNot || remaining <= 0 || isFinalResult(matching.length, times, state.isNot)) break;
    await new Promise((resolve) =>
      setRealTimeout(resolve, Math.min(RETRY_INTERVALS_MS[attempt] ?? 1_000, remaining)),
    );
  }
  const all = pass === state.isNot ? await deckhand.journal() : [];
  return {
    pass,
    name: 'toHaveReceived',
    expected: formatExpected(operation, options, state.isNot),
    actual: matching.length,
    message: () =>
      [
        state.utils.matcherHint('toHaveReceived', 'deckhand', 'operation', { isNot: state.isNot }),
        '',
        `Expected: ${formatExpected(operation, options, state.isNot, (value) => state.utils.printExpected(value))}`,
        `Received: ${formatReceived(all, matching)}`,
      ].join('\n'),
  };
}

/** Whether the result is final. The number of received requests can only grow, so a longer wait cannot change it. */
function isFinalResult(count: number, times: number | undefined, isNot: boolean): boolean {
  return isNot ? times === undefined : times !== undefined && count > times;
}

/** Finds an assertion that a test does not await. At the end of the test, it passes: the missing `await` is the error. */
function tracked(
  { isNot }: ExpectMatcherState,
  deckhand: AnyWorkspace,
  name: string,
  match: () => Promise<MatcherReturnType>,
): Promise<MatcherReturnType> {
  if (!(deckhand instanceof PlaywrightSandbox)) return match();
  const call = `expect(deckhand)${isNot ? '.not' : ''}.${name}`;
  return deckhand.calls.trackUntilEnd(call, match, { pass: !isNot, name, message: () => '' });
}
