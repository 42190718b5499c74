/**
 * Completes successful calls whose body was not recorded with the body of another call, so that one missing body does not end a replay.
 * A job never gets a later status than the recording had.
 */
import { groupBy } from '../base/group-by.js';
import { isNullBodyStatus } from '../base/null-body-status.js';
import { getStartedJobId } from '../judge/model/call.js';
import type { RecordedCall } from './recorded-call.js';
import { readStatus } from './recorded-workspace.js';
import { readCanonicalBody } from './recorded-writes.js';
import { startTimeOf } from './segments.js';

type Lenders = Map<RecordedCall, RecordedCall>;

/** @param calls of one workspace, in the order of their starts */
export function completeMissingBodies(calls: readonly RecordedCall[]): readonly RecordedCall[] {
  if (!calls.some(isBodyMissing)) return calls;
  const lenders: Lenders = new Map();
  const jobs = groupBy(calls.filter(isAboutJob), ({ id }) => id);
  for (const events of jobs.values()) lendViews(events, lenders);
  for (const events of groupBy(calls.filter(isAboutPresentation), ({ id }) => id).values())
    lendReads(events, lenders);
  lendReads(
    calls.filter(({ operation }) => operation === 'listTemplates'),
    lenders,
  );
  lendWrites(
    calls.filter(
      ({ operation }) => operation === 'sendGenerationMessage' || operation === 'updatePresentation',
    ),
    lenders,
  );
  lendStarts(
    calls.filter(({ operation }) => operation === 'startGeneration'),
    jobs,
    lenders,
  );
  return calls.map((call) => {
    const lender = lenders.get(call);
    return lender ? borrowBody(call, lender) : call;
  });
}

const isAboutJob = ({ operation }: RecordedCall): boolean =>
  operation === 'getGenerationStatus' || operation === 'sendGenerationMessage';

const isAboutPresentation = ({ operation }: RecordedCall): boolean =>
  operation === 'getPresentation' || operation === 'updatePresentation';

/** Whether the body of a success was omitted or truncated. */
const isBodyMissing = ({ isSuccess, exchange: { response } }: RecordedCall): boolean =>
  isSuccess && response?.body?.truncated === true && !isNullBodyStatus(response.status);

const hasBody = (call: RecordedCall): boolean =>
  call.isSuccess && !isBodyMissing(call) && call.responseBody.kind === 'json';

/**
 * A poll gets the last earlier view of its job, but no question that was answered since. Without one, it gets the next view while the job
 * generates: a later status was not reached yet.
 */
function lendViews(events: readonly RecordedCall[], lenders: Lenders): void {
  let last: RecordedCall | undefined;
  let lastWithoutQuestion: RecordedCall | undefined;
  for (const event of events) {
    if (event.operation === 'sendGenerationMessage') last = event.isClientError ? last : lastWithoutQuestion;
    else if (isBodyMissing(event)) setLender(lenders, event, last);
    else if (hasBody(event) && readStatus(event) !== undefined) {
      last = event;
      if (readStatus(event) !== 'awaiting_input') lastWithoutQuestion = event;
    }
  }
  let next: RecordedCall | undefined;
  for (const event of events.toReversed()) {
    if (event.operation === 'sendGenerationMessage') continue;
    if (!isBodyMissing(event)) next = hasBody(event) && readStatus(event) !== undefined ? event : next;
    else if (next && readStatus(next) === 'generating') setLender(lenders, event, next);
  }
}

/** A read gets the last earlier body, else the next one, without a change between the two. */
function lendReads(events: readonly RecordedCall[], lenders: Lenders): void {
  lendNearest(
    events,
    lenders,
    ({ operation, isClientError }) => operation === 'updatePresentation' && !isClientError,
  );
}

function lendNearest(
  events: readonly RecordedCall[],
  lenders: Lenders,
  isChange: (event: RecordedCall) => boolean = () => false,
): void {
  for (const ordered of [events, events.toReversed()]) {
    let nearest: RecordedCall | undefined;
    for (const event of ordered) {
      if (isChange(event)) nearest = undefined;
      else if (isBodyMissing(event)) setLender(lenders, event, nearest);
      else if (hasBody(event)) nearest = event;
    }
  }
}

/** A write gets the body of a write to the same resource with an equal request. */
function lendWrites(writes: readonly RecordedCall[], lenders: Lenders): void {
  const equal = groupBy(writes, (write) =>
    JSON.stringify([write.operation, write.id, readCanonicalBody(write)]),
  );
  for (const group of equal.values()) lendNearest(group, lenders);
}

/** A start gets the body of a start with an equal request, unless a later job without a start may be its own. */
function lendStarts(
  starts: readonly RecordedCall[],
  jobs: ReadonlyMap<string, readonly RecordedCall[]>,
  lenders: Lenders,
): void {
  const started = new Set(starts.flatMap((start) => getStartedJobId(start) ?? []));
  const ownerless = [...jobs].flatMap(([id, [first]]) =>
    first && !started.has(id) ? [startTimeOf(first)] : [],
  );
  const lastOwnerless = ownerless.reduce((latest, at) => Math.max(latest, at), -Infinity);
  lendWrites(
    starts.filter((start) => !isBodyMissing(start) || startTimeOf(start) > lastOwnerless),
    lenders,
  );
}

function setLender(lenders: Lenders, borrower: RecordedCall, lender: RecordedCall | undefined): void {
  if (lender && !lenders.has(borrower)) lenders.set(borrower, lender);
}

function borrowBody(call: RecordedCall, { responseBody, exchange: lender }: RecordedCall): RecordedCall {
  const { exchange } = call;
  const body = lender.response?.body;
  if (!body || !exchange.response) return call;
  return {
    ...call,
    responseBody,
    exchange: { ...exchange, response: { ...exchange.response, body } },
    isBorrowed: true,
  };
}
