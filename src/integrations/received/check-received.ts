/** `toHaveReceived` without a wait: the requests of this process, and a text that compares them. */
import { checkNames } from '../../app/options/deckhand-options.js';
import { needWhole } from '../../app/options/parsers.js';
import type { AnyWorkspace } from '../../app/remote-workspace.js';
import type { OperationId } from '../../generated/routes.js';
import type { Exchange } from '../../journal/exchange.js';
import { filterOf, fittingBody, type ReceivedOptions } from './received.js';
import { expectedText, receivedText } from './received-text.js';

/** Playwright's `timeout` is not here: requests of this process are in the journal as soon as they have their response. */
export type ReceivedNowOptions = Omit<ReceivedOptions, 'timeout'>;

export interface Received {
  readonly pass: boolean;
  readonly message: string;
  readonly expected: string;
  readonly actual: number;
}

const OPTIONS = ['times', 'status', 'job', 'body'] satisfies (keyof ReceivedNowOptions)[];

/** @throws UserError when the operation or an option is unknown */
export function checkReceived(
  journal: (filter?: ReturnType<typeof filterOf>) => readonly Exchange[],
  operation: OperationId,
  options: ReceivedNowOptions,
  isNot = false,
): Received {
  checkNames(options, OPTIONS);
  const { times } = options;
  if (times !== undefined) needWhole(times, 'times', 0);
  const fitting = fittingBody(journal(filterOf(operation, options)), options);
  const expected = expectedText(operation, options, isNot);
  return {
    pass: times === undefined ? fitting.length > 0 : fitting.length === times,
    message: `Expected: ${expected}\nReceived: ${receivedText(journal(), fitting)}`,
    expected,
    actual: fitting.length,
  };
}

/** A workspace in this process or on a server. */
export async function checkReceivedOf(
  workspace: AnyWorkspace,
  operation: OperationId,
  options: ReceivedNowOptions,
  isNot: boolean,
): Promise<Received> {
  // An unknown operation is an error of the journal.
  const found = await workspace.journal(filterOf(operation, options));
  const all = await workspace.journal();
  return checkReceived((filter) => (filter ? found : all), operation, options, isNot);
}
