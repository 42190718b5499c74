/** Finds the requests of a sandbox that match an expectation. */
import type { OperationId } from '../generated/routes.js';
import type { Exchange, WireBody } from '../journal/exchange.js';
import type { JournalFilter } from '../service/control/journals.js';
import type { RemoteWorkspace, AnyWorkspace } from '../app/remote-workspace.js';
import { pluralize } from '../base/text/pluralize.js';
import { formatExchange } from '../app/format-journal.js';
import { assertKnownOptions } from '../app/options/deckhand-options.js';
import { parseInteger } from '../app/options/option-parsers.js';

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

export async function findReceived(
  deckhand: RemoteWorkspace,
  operation: OperationId,
  options: ReceivedOptions,
): Promise<readonly Exchange[]> {
  return filterByBody(await deckhand.journal(filterOf(operation, options)), options);
}

/** What the journal itself can select. */
export function filterOf(operation: OperationId, { status, job }: ReceivedOptions): JournalFilter {
  return {
    operation,
    ...(status !== undefined && { status: String(status) }),
    ...(job !== undefined && { job }),
  };
}

function filterByBody(exchanges: readonly Exchange[], { body }: ReceivedOptions): readonly Exchange[] {
  return body === undefined ? exchanges : exchanges.filter(({ request }) => matchesBody(request.body, body));
}

/* Whether a recorded body contains the expected fields. Other fields are allowed. */

export function matchesBody(body: WireBody | undefined, expected: unknown): boolean {
  if (!body || body.truncated || body.encoding) return false;
  try {
    return matchesSubset(JSON.parse(body.text), expected);
  } catch {
    return false;
  }
}

function matchesSubset(value: unknown, expected: unknown): boolean {
  if (typeof expected !== 'object' || expected === null) return Object.is(value, expected);
  if (isAsymmetric(expected)) return expected.asymmetricMatch(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value) !== Array.isArray(expected))
    return false;
  if (Array.isArray(expected) && (value as unknown[]).length !== expected.length) return false;
  return Object.entries(expected).every(
    ([name, part]) =>
      Object.hasOwn(value, name) && matchesSubset((value as Record<string, unknown>)[name], part),
  );
}

/** The type of `expect.any(…)` and similar matchers. */
function isAsymmetric(expected: object): expected is { asymmetricMatch(value: unknown): boolean } {
  return 'asymmetricMatch' in expected && typeof expected.asymmetricMatch === 'function';
}

/* Formats the expected requests and the sandbox's requests for the report of a failed expectation. */

/** The maximum number of exchanges (the newest are shown), and of characters in a body. */
const MAX_EXCHANGES = 20;
const MAX_BODY_CHARACTERS = 100;

/** @param print formats a value, also `expect.stringContaining(…)` and similar matchers */
export function formatExpected(
  operation: OperationId,
  { times, status, job, body }: ReceivedOptions,
  isNot: boolean,
  print: (value: unknown) => string = JSON.stringify,
): string {
  return [
    `${operation} ${formatTimes(times, isNot)}`,
    ...(status === undefined ? [] : [status === 'none' ? 'without a response' : `got ${status}`]),
    ...(job === undefined ? [] : [`about ${job}`]),
    ...(body === undefined ? [] : [`with ${print(body)} in its body`]),
  ].join(', ');
}

function formatTimes(times: number | undefined, isNot: boolean): string {
  if (times === undefined) return isNot ? 'never' : 'at least once';
  return `${isNot ? 'not ' : ''}${times === 1 ? 'once' : `${times} times`}`;
}

export function formatReceived(all: readonly Exchange[], matching: readonly Exchange[]): string {
  if (all.length === 0) return 'nothing at all';
  const fit = new Set(matching.map(({ sequence }) => sequence));
  const shown = all.slice(-MAX_EXCHANGES);
  const lines = shown.map((exchange) => `  ${fit.has(exchange.sequence) ? '→' : ' '} ${line(exchange)}`);
  const left = all.length - shown.length;
  return [
    `${matching.length} of ${pluralize(all.length, 'request')}`,
    ...(left > 0 ? [`    … ${left} before these`] : []),
    ...lines,
  ].join('\n');
}

function line(exchange: Exchange): string {
  const { request, metadata = {} } = exchange;
  const { operationId = 'no operation' } = metadata;
  return [operationId, formatExchange(exchange), request.body && bodyText(request.body)]
    .filter(Boolean)
    .join('  ');
}

function bodyText({ text, encoding }: WireBody): string {
  if (encoding) return '(no text)';
  const short = text.replaceAll(/\s+/g, ' ');
  return short.length > MAX_BODY_CHARACTERS ? `${short.slice(0, MAX_BODY_CHARACTERS)}…` : short;
}

/* `toHaveReceived` without a wait: the requests of this process, and a text that compares them. */

/** Playwright's `timeout` is not here: requests of this process are in the journal as soon as they have their response. */
export type ReceivedRequestOptions = Omit<ReceivedOptions, 'timeout'>;

export interface ReceivedResult {
  readonly pass: boolean;
  readonly message: string;
  readonly expected: string;
  readonly actual: number;
}

const OPTIONS = ['times', 'status', 'job', 'body'] satisfies (keyof ReceivedRequestOptions)[];

/** @throws UserError when the operation or an option is unknown */
export function matchReceived(
  journal: (filter?: ReturnType<typeof filterOf>) => readonly Exchange[],
  operation: OperationId,
  options: ReceivedRequestOptions,
  isNot = false,
): ReceivedResult {
  assertKnownOptions(options, OPTIONS);
  const { times } = options;
  if (times !== undefined) parseInteger(times, 'times', 0);
  const matching = filterByBody(journal(filterOf(operation, options)), options);
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
  // An unknown operation is an error of the journal.
  const found = await workspace.journal(filterOf(operation, options));
  const all = await workspace.journal();
  return matchReceived((filter) => (filter ? found : all), operation, options, isNot);
}
