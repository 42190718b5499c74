/** Finds the request that most likely caused a difference between two responses, so that a finding cites it. */
import { endedBefore, getSentTitle, type Call } from '../../model/call.js';
import { memoizeByTrace, type Trace } from '../../model/trace.js';

/** Requests with an effect, in the order of their start. */
const getChanges = memoizeByTrace(({ calls }) =>
  calls.filter(({ exchange, isSuccess }) => isSuccess && exchange.request.method !== 'GET'),
);

/**
 * What may have made a presentation disappear: the last request between two fetches that has an effect, or that another key, or none,
 * sent about the same presentation.
 */
export function findSuspectBetween(earlier: Call, later: Call, trace: Trace): Call | undefined {
  const isBetween = (call: Call): boolean => endedBefore(earlier, call) && endedBefore(call, later);
  const foreign = trace.calls.findLast(
    (call) => call.id === later.id && call.credential.key !== later.credential.key && isBetween(call),
  );
  const change = findChangeBetween(earlier, later, trace);
  if (!foreign || !change) return foreign ?? change;
  return change.id === later.id && endedBefore(foreign, change) ? change : foreign;
}

/**
 * The last start, creation, rename or message between two responses. A rename that sent the value of the later response comes first.
 * @param value in the later response
 */
export function findChangeBetween(
  earlier: Call,
  later: Call,
  trace: Trace,
  value?: unknown,
): Call | undefined {
  const between = getChanges(trace).filter(
    (change) => endedBefore(earlier, change) && endedBefore(change, later),
  );
  return (
    between.findLast((change) => value !== undefined && getSentTitle(change) === value) ?? between.at(-1)
  );
}
