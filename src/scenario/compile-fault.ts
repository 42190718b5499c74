/** The faults of a scenario, compiled: which requests they meet, and what happens to the answer. */
import type { Fault as FaultDocument } from '../generated/control-api.js';
import type { OperationId } from '../generated/routes.js';
import { parseDuration } from './duration.js';
import { parseOrdinals, parsePeriod, parseSpan } from './figures.js';
import type { Mistake } from './mistake.js';
import type { Fault, Range } from './timeline.js';

const EFFECTS = ['answer', 'latency', 'connection', 'corrupt', 'drip'] as const;

/** Operations on a job, whose faults may lie on the job's timeline. */
const JOB_OPERATIONS: readonly OperationId[] = ['getGenerationStatus', 'sendGenerationMessage'];

export function compileFault(document: FaultDocument, pointer: string, mistakes: Mistake[]): Fault {
  const operations = typeof document.on === 'string' ? [document.on] : document.on;
  if (!EFFECTS.some((effect) => document[effect] !== undefined)) {
    mistakes.push({ pointer, expected: `needs something that goes wrong: ${EFFECTS.join(', ')}` });
  }
  if (document.during !== undefined && !operations.every((operation) => JOB_OPERATIONS.includes(operation))) {
    mistakes.push({
      pointer: `${pointer}/during`,
      expected: `is a time in a job's life and fits only ${JOB_OPERATIONS.join(' and ')}`,
    });
  }
  if (document.connection !== undefined) {
    for (const useless of ['answer', 'corrupt', 'drip'] as const) {
      if (document[useless] === undefined) continue;
      mistakes.push({
        pointer: `${pointer}/${useless}`,
        expected: `never happens: the connection is ${document.connection === 'stall' ? 'stalled' : 'reset'}`,
      });
    }
  }
  if (document.answer?.headers) checkHeaders(document.answer.headers, `${pointer}/answer/headers`, mistakes);
  const { answer, latency, drip } = document;
  return {
    operations,
    requests:
      document.requests === undefined
        ? undefined
        : ordered(parseOrdinals(document.requests), `${pointer}/requests`, mistakes),
    during:
      document.during === undefined
        ? undefined
        : ordered(parsePeriod(document.during), `${pointer}/during`, mistakes),
    chance: document.chance ?? 1,
    answer: answer && {
      status: answer.status,
      retryAfter: answer.retry_after === undefined ? undefined : parseDuration(answer.retry_after),
      headers: answer.headers ?? {},
      body: answer.body,
    },
    latency: latency === undefined ? undefined : parseSpan(latency),
    connection: document.connection,
    corrupt: document.corrupt,
    drip: drip === undefined ? undefined : parseDuration(drip),
  };
}

/** What HTTP lets a header be called and say; what the server says itself is not a scenario's. */
const HEADER_NAME = /^[!#$%&'*+.^_`|~\w-]+$/;
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
const SERVERS_OWN = ['content-length', 'transfer-encoding', 'connection', 'date', 'x-request-id'];

function checkHeaders(headers: Readonly<Record<string, string>>, pointer: string, mistakes: Mistake[]): void {
  for (const [name, value] of Object.entries(headers)) {
    const at = `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (!HEADER_NAME.test(name))
      mistakes.push({ pointer: at, expected: 'is no name that HTTP has for a header' });
    else if (SERVERS_OWN.includes(name.toLowerCase()))
      mistakes.push({ pointer: at, expected: 'is sent by the server itself' });
    if (!HEADER_VALUE.test(value))
      mistakes.push({ pointer: at, expected: 'has characters that a header cannot carry' });
  }
}

function ordered(range: Range, pointer: string, mistakes: Mistake[]): Range {
  if (range.to < range.from)
    mistakes.push({ pointer, expected: 'must be a range from the smaller to the larger' });
  return range;
}
