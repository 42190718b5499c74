/** Presentation ids that several jobs or creations of one key have in common: what differs between their reads has this cause. */
import { getField } from '../../../base/json.js';
import { getReadId } from '../../model/presentation-history.js';
import { memoizeByTrace, type Trace } from '../../model/trace.js';
import { getJson } from '../../model/body.js';

/** By the id, with the workspace: ids may be unique in each one only. */
const getSharedIds = memoizeByTrace((trace): ReadonlySet<unknown> => {
  const sources = new Map<string, Set<unknown>>();
  const add = (key: string | undefined, id: unknown, source: unknown): void => {
    if (typeof id !== 'string') return;
    const name = `${key}\n${id}`;
    sources.set(name, (sources.get(name) ?? new Set()).add(source));
  };
  for (const read of trace.presentationReads)
    if (read.job) add(read.call.credential.key, getReadId(read), read.job);
  for (const call of trace.callsWithValidKey('createPresentation'))
    if (call.isSuccess) add(call.credential.key, getField(getJson(call.responseBody), 'id'), call);
  return new Set(
    [...sources].flatMap(([name, { size }]) => (size > 1 ? [name.slice(name.indexOf('\n') + 1)] : [])),
  );
});

/** The name of the root cause, if several resources have the id. */
export const findSharedIdCause = (id: unknown, trace: Trace): { readonly cause?: string } =>
  getSharedIds(trace).has(id) ? { cause: `several resources have the id ${String(id)}` } : {};
