/** Checks which requests a workspace received, and reports the difference to the expected ones: `toHaveReceived`. */
import type { OperationId } from '../generated/routes.js';
import type { Exchange, WireBody } from '../journal/exchange.js';
import type { JournalFilter } from '../generated/workspace-methods.js';
import type { RemoteWorkspace, AnyWorkspace } from '../app/remote-workspace.js';
import { pluralize } from '../base/text/pluralize.js';
import { formatExchange } from '../app/format-journal.js';
import { assertKnownOptions } from '../app/options/deckhand-options.js';
import { parseInteger } from '../app/options/option-parsers.js';
import { matchesBody } from './match-json.js';

const OPTIONS = ['times', 'status', 'job', 'body'] satisfies (keyof ReceivedRequestOptions)[];

/** The maximum number of exchanges in a message; the newest are printed. */
const MAX_EXCHANGES = 20;
/** The maximum number of characters of a body in a message. */
const MAX_BODY_CHARACTERS = 100;

/** Options of `toHaveReceived`. */
export interface ToHaveReceivedOptions {
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

/** Without `timeout`: requests of this process are in the journal as soon as they have their response. */
export type ReceivedRequestOptions = Omit<ToHaveReceivedOptions, 'timeout'>;

export interface ReceivedResult {
  readonly pass: boolean;
  readonly message: string;
  readonly expected: string;
  readonly actual: number;
}

export async function findReceived(
  deckhand: RemoteWorkspace,
  operation: OperationId,
  options: ToHaveReceivedOptions,
): Promise<readonly Exchange[]> {
  return filterByBody(await deckhand.journal(buildJournalFilter(operation, options)), options);
}

/** The filter for the options that the journal supports. */
function buildJournalFilter(operation: OperationId, { status, job }: ToHaveReceivedOptions): JournalFilter {
  return {
    operation,
    ...(status !== undefined && { status: String(status) }),
    ...(job !== undefined && { job }),
  };
}

function filterByBody(exchanges: readonly Exchange[], { body }: ToHaveReceivedOptions): readonly Exchange[] {
  return body === undefined ? exchanges : exchanges.filter(({ request }) => matchesBody(request.body, body));
}

/** @throws UserError when the operation or an option is unknown */
export function matchReceived(
  journal: (filter?: ReturnType<typeof buildJournalFilter>) => readonly Exchange[],
  operation: OperationId,
  options: ReceivedRequestOptions,
  isNot = false,
): ReceivedResult {
  assertKnownOptions(options, OPTIONS);
  const { times } = options;
  if (times !== undefined) parseInteger(times, 'times', 0);
  const matching = filterByBody(journal(buildJournalFilter(operation, options)), options);
  const expected = formatExpected(operation, options, isNot);
  return {
    pass: times === undefined ? matching.length > 0 : matching.length === times,
    message: `Expected: ${expected}\nReceived: ${formatReceived(journal(), matching)}`,
    expected,
    actual: matching.length,
  };
}

/** A workspace in this process or on a server. */
export async function matchReceivedIn(
  workspace: AnyWorkspace,
  operation: OperationId,
  options: ReceivedRequestOptions,
  isNot: boolean,
): Promise<ReceivedResult> {
  // The journal throws for an unknown operation.
  const matching = await workspace.journal(buildJournalFilter(operation, options));
  const all = await workspace.journal();
  return matchReceived((filter) => (filter ? matching : all), operation, options, isNot);
}

/** @param print formats a value, also `expect.stringContaining(…)` and similar matchers */
export function formatExpected(
  operation: OperationId,
  { times, status, job, body }: ToHaveReceivedOptions,
  isNot: boolean,
  print: (value: unknown) => string = JSON.stringify,
): string {
  return [
    `${operation} ${formatTimes(times, isNot)}`,
    ...(status === undefined ? [] : [status === 'none' ? 'without a response' : `with status ${status}`]),
    ...(job === undefined ? [] : [`for job ${job}`]),
    ...(body === undefined ? [] : [`with body fields ${print(body)}`]),
  ].join(', ');
}

function formatTimes(times: number | undefined, isNot: boolean): string {
  if (times === undefined) return isNot ? 'never' : 'at least once';
  return `${isNot ? 'not ' : ''}${times === 1 ? 'once' : `${times} times`}`;
}

export function formatReceived(all: readonly Exchange[], matching: readonly Exchange[]): string {
  if (all.length === 0) return 'no requests';
  const matchingSequences = new Set(matching.map(({ sequence }) => sequence));
  const newest = all.slice(-MAX_EXCHANGES);
  const lines = newest.map(
    (exchange) => `  ${matchingSequences.has(exchange.sequence) ? '→' : ' '} ${formatLine(exchange)}`,
  );
  const omitted = all.length - newest.length;
  return [
    `${matching.length} of ${pluralize(all.length, 'request')}`,
    ...(omitted > 0 ? [`    … ${omitted} older requests`] : []),
    ...lines,
  ].join('\n');
}

function formatLine(exchange: Exchange): string {
  const { request, metadata = {} } = exchange;
  const { operationId = 'no operation' } = metadata;
  return [operationId, formatExchange(exchange), request.body && formatBody(request.body)]
    .filter(Boolean)
    .join('  ');
}

function formatBody({ text, encoding }: WireBody): string {
  if (encoding) return '(binary)';
  const short = text.replaceAll(/\s+/g, ' ');
  return short.length > MAX_BODY_CHARACTERS ? `${short.slice(0, MAX_BODY_CHARACTERS)}…` : short;
}
