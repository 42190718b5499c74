/** The statuses with which a service rejects a valid request about an id that does not exist. Section 7 names none. */
import type { OperationId } from '../../../generated/routes.js';
import { hasValidKey, type Call } from '../../model/call.js';
import { memoizeByTrace, type Trace } from '../../model/trace.js';

const NOT_FOUND = [404, 410];

const getStatuses = memoizeByTrace((trace): ReadonlyMap<OperationId, ReadonlySet<number>> => {
  const statuses = new Map<OperationId, Set<number>>();
  for (const call of trace.calls) {
    if (call.id === '' || !call.isClientError || !hasValidKey(call)) continue;
    if (trace.getJob(call.id) || trace.getPresentation(call.id)?.snapshots.length) continue;
    statuses.set(call.operation, (statuses.get(call.operation) ?? new Set<number>()).add(call.status));
  }
  return statuses;
});

/** Whether the rejection may mean "not found": 404, 410, or the status of an id that does not exist. */
export const mayMeanNotFound = ({ operation, status }: Call, trace: Trace): boolean =>
  NOT_FOUND.includes(status) || getStatuses(trace).get(operation)?.has(status) === true;
