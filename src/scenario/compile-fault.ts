/** Compiles a fault of a scenario: the requests that it applies to, and its effects. */
import { escapePointerToken } from '../base/json-pointer.js';
import type { Fault as FaultDocument, FaultResponse as ResponseDocument } from '../generated/control-api.js';
import type { OperationId } from '../generated/routes.js';
import { parseDuration } from './duration.js';
import { parseRequestRange, parseTimeWindow, parseDurationRange } from './value-syntax.js';
import type { InputIssue } from '../base/user-error.js';
import type { CompiledFault, CompiledFaultResponse, NumberRange } from './timeline.js';

const FAULT_EFFECTS = ['response', 'latency', 'connection', 'corrupt', 'drip'] as const;

/** The operations on a job. Only their faults can have `during`, the time since the start of the job. */
const JOB_OPERATIONS: readonly OperationId[] = ['getGenerationStatus', 'sendGenerationMessage'];

/** The syntax of header names and values (RFC 9110), and the headers that only the server sets. */
const VALID_HEADER_NAME = /^[!#$%&'*+.^_`|~\w-]+$/;
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
const FORBIDDEN_HEADERS = [
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'x-request-id',
];

export function compileFault(document: FaultDocument, pointer: string, issues: InputIssue[]): CompiledFault {
  const operations = typeof document.operation === 'string' ? [document.operation] : document.operation;
  if (!FAULT_EFFECTS.some((effect) => document[effect] !== undefined)) {
    issues.push({ pointer, detail: `has no effect. Add at least one of ${FAULT_EFFECTS.join(', ')}` });
  }
  if (document.during !== undefined && !operations.every((operation) => JOB_OPERATIONS.includes(operation))) {
    issues.push({
      pointer: `${pointer}/during`,
      detail: `is a time since the start of a job. Use it only with ${JOB_OPERATIONS.join(' and ')}`,
    });
  }
  if (document.connection !== undefined) {
    for (const unused of ['response', 'corrupt', 'drip'] as const) {
      if (document[unused] === undefined) continue;
      issues.push({
        pointer: `${pointer}/${unused}`,
        detail: `has no effect: the connection ${document.connection === 'timeout' ? 'times out' : 'is reset'}`,
      });
    }
  }
  if (document.takes_effect && document.response === undefined && document.connection === undefined)
    issues.push({
      pointer: `${pointer}/takes_effect`,
      detail: 'has no effect without response or connection: the operation takes effect anyway',
    });
  const { response, latency, drip } = document;
  return {
    operations,
    requests:
      document.requests === undefined
        ? undefined
        : validateRange(parseRequestRange(document.requests), `${pointer}/requests`, issues),
    during:
      document.during === undefined
        ? undefined
        : validateRange(parseTimeWindow(document.during), `${pointer}/during`, issues),
    probability: document.probability ?? 1,
    response: response && compileFaultResponse(response, `${pointer}/response`, issues),
    takesEffect: document.takes_effect ?? false,
    latency: latency === undefined ? undefined : parseDurationRange(latency),
    connection: document.connection,
    corrupt: document.corrupt,
    drip: drip === undefined ? undefined : parseDuration(drip),
  };
}

export function compileFaultResponse(
  response: ResponseDocument,
  pointer: string,
  issues: InputIssue[],
): CompiledFaultResponse {
  const { status, retry_after: retryAfter, headers = {}, body } = response;
  validateHeaders(headers, `${pointer}/headers`, issues);
  return {
    status,
    retryAfter: retryAfter === undefined ? undefined : parseDuration(retryAfter),
    headers,
    body,
  };
}

function validateHeaders(
  headers: Readonly<Record<string, string>>,
  pointer: string,
  issues: InputIssue[],
): void {
  for (const [name, value] of Object.entries(headers)) {
    const at = `${pointer}/${escapePointerToken(name)}`;
    if (!VALID_HEADER_NAME.test(name))
      issues.push({ pointer: at, detail: 'is not a valid HTTP header name' });
    else if (FORBIDDEN_HEADERS.includes(name.toLowerCase()))
      issues.push({ pointer: at, detail: 'is set by the server. Remove it' });
    if (!HEADER_VALUE.test(value))
      issues.push({ pointer: at, detail: 'has characters that HTTP does not allow in a header' });
  }
}

function validateRange(range: NumberRange, pointer: string, issues: InputIssue[]): NumberRange {
  if (range.to < range.from)
    issues.push({ pointer, detail: 'must be a range from the smaller to the larger value' });
  return range;
}
