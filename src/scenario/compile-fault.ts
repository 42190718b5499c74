/** Compiles a fault of a scenario: the requests it applies to, and its effect on the response. */
import { pointerPart } from '../base/json-pointer.js';
import type { Fault as FaultDocument, FaultAnswer as ResponseDocument } from '../generated/control-api.js';
import type { OperationId } from '../generated/routes.js';
import { parseDuration } from './duration.js';
import { parseOrdinals, parsePeriod, parseSpan } from './notation.js';
import type { Mistake } from './mistake.js';
import type { Fault, FaultResponse, Range } from './timeline.js';

const EFFECTS = ['answer', 'latency', 'connection', 'corrupt', 'drip'] as const;

/** The operations on a job. Only their faults can have a time in the life of the job. */
const JOB_OPERATIONS: readonly OperationId[] = ['getGenerationStatus', 'sendGenerationMessage'];

export function compileFault(document: FaultDocument, pointer: string, mistakes: Mistake[]): Fault {
  const operations = typeof document.on === 'string' ? [document.on] : document.on;
  if (!EFFECTS.some((effect) => document[effect] !== undefined)) {
    mistakes.push({ pointer, expected: `has no effect. Add at least one of ${EFFECTS.join(', ')}` });
  }
  if (document.during !== undefined && !operations.every((operation) => JOB_OPERATIONS.includes(operation))) {
    mistakes.push({
      pointer: `${pointer}/during`,
      expected: `is a time since the start of a job. Use it only with ${JOB_OPERATIONS.join(' and ')}`,
    });
  }
  if (document.connection !== undefined) {
    for (const unused of ['answer', 'corrupt', 'drip'] as const) {
      if (document[unused] === undefined) continue;
      mistakes.push({
        pointer: `${pointer}/${unused}`,
        expected: `has no effect: the connection ${document.connection === 'stall' ? 'stalls' : 'is reset'}`,
      });
    }
  }
  if (document.takes_effect && document.answer === undefined && document.connection === undefined)
    mistakes.push({
      pointer: `${pointer}/takes_effect`,
      expected: 'has no effect without answer or connection: the operation takes effect anyway',
    });
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
    answer: answer && compileFaultResponse(answer, `${pointer}/answer`, mistakes),
    takesEffect: document.takes_effect ?? false,
    latency: latency === undefined ? undefined : parseSpan(latency),
    connection: document.connection,
    corrupt: document.corrupt,
    drip: drip === undefined ? undefined : parseDuration(drip),
  };
}

export function compileFaultResponse(
  response: ResponseDocument,
  pointer: string,
  mistakes: Mistake[],
): FaultResponse {
  const { status, retry_after: retryAfter, headers = {}, body } = response;
  checkHeaders(headers, `${pointer}/headers`, mistakes);
  return {
    status,
    retryAfter: retryAfter === undefined ? undefined : parseDuration(retryAfter),
    headers,
    body,
  };
}

/** The syntax of header names and values (RFC 9110), and the headers that only the server sets. */
const HEADER_NAME = /^[!#$%&'*+.^_`|~\w-]+$/;
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
const SERVER_HEADERS = [
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'x-request-id',
];

function checkHeaders(headers: Readonly<Record<string, string>>, pointer: string, mistakes: Mistake[]): void {
  for (const [name, value] of Object.entries(headers)) {
    const at = `${pointer}/${pointerPart(name)}`;
    if (!HEADER_NAME.test(name)) mistakes.push({ pointer: at, expected: 'is not a valid HTTP header name' });
    else if (SERVER_HEADERS.includes(name.toLowerCase()))
      mistakes.push({ pointer: at, expected: 'is set by the server. Remove it' });
    if (!HEADER_VALUE.test(value))
      mistakes.push({ pointer: at, expected: 'has characters that HTTP does not allow in a header' });
  }
}

function ordered(range: Range, pointer: string, mistakes: Mistake[]): Range {
  if (range.to < range.from)
    mistakes.push({ pointer, expected: 'must be a range from the smaller to the larger value' });
  return range;
}
