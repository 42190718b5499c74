/** Finds the requests of a sandbox that match an expectation. */
import type { OperationId } from '../generated/routes.js';
import type { Exchange, WireBody } from '../journal/exchange.js';
import type { JournalFilter } from '../service/control/journals.js';
import type { RemoteWorkspace, AnyWorkspace } from '../app/remote-workspace.js';
import { counted } from '../base/text/counted.js';
import { exchangeLine } from '../app/journal-text.js';
import { checkNames } from '../app/options/deckhand-options.js';
import { needWhole } from '../app/options/parsers.js';

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

function fittingBody(exchanges: readonly Exchange[], { body }: ReceivedOptions): readonly Exchange[] {
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

/* Formats the expected requests and the sandbox's requests for the report of a failed expectation. */

/** The maximum number of exchanges (the newest are shown), and of characters in a body. */
const MOST = 20;
const MOST_OF_BODY = 100;

/** @param print formats a value, also `expect.stringContaining(…)` and similar matchers */
export function expectedText(
  operation: OperationId,
  { times, status, job, body }: ReceivedOptions,
  isNot: boolean,
  print: (value: unknown) => string = JSON.stringify,
): string {
  return [
    `${operation} ${oftenText(times, isNot)}`,
    ...(status === undefined ? [] : [status === 'none' ? 'without a response' : `got ${status}`]),
    ...(job === undefined ? [] : [`about ${job}`]),
    ...(body === undefined ? [] : [`with ${print(body)} in its body`]),
  ].join(', ');
}

function oftenText(times: number | undefined, isNot: boolean): string {
  if (times === undefined) return isNot ? 'never' : 'at least once';
  return `${isNot ? 'not ' : ''}${times === 1 ? 'once' : `${times} times`}`;
}

export function receivedText(all: readonly Exchange[], fitting: readonly Exchange[]): string {
  if (all.length === 0) return 'nothing at all';
  const fit = new Set(fitting.map(({ sequence }) => sequence));
  const shown = all.slice(-MOST);
  const lines = shown.map((exchange) => `  ${fit.has(exchange.sequence) ? '→' : ' '} ${line(exchange)}`);
  const left = all.length - shown.length;
  return [
    `${fitting.length} of ${counted(all.length, 'request')}`,
    ...(left > 0 ? [`    … ${left} before these`] : []),
    ...lines,
  ].join('\n');
}

function line(exchange: Exchange): string {
  const { request, notes = {} } = exchange;
  const { operationId = 'no operation' } = notes;
  return [operationId, exchangeLine(exchange), request.body && bodyText(request.body)]
    .filter(Boolean)
    .join('  ');
}

function bodyText({ text, encoding }: WireBody): string {
  if (encoding) return '(no text)';
  const short = text.replaceAll(/\s+/g, ' ');
  return short.length > MOST_OF_BODY ? `${short.slice(0, MOST_OF_BODY)}…` : short;
}

/* `toHaveReceived` without a wait: the requests of this process, and a text that compares them. */

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
