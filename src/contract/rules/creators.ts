/** Which presentations were created within a journal, so that all of their changes are in it. Sections 4.3 to 4.5. */
import { fieldOf, isObject } from '../../base/json.js';
import { keyMarks } from '../../trace/key-marks.js';
import type { Call } from '../../trace/call.js';
import { jsonOf } from '../../trace/payload.js';
import { perTrace, type Trace } from '../../trace/trace.js';
import { snapshotId, type Snapshot } from '../../trace/presentation.js';

/** The key that created each presentation, by its id: with a job or from a template. */
export const creatorsOf = perTrace((trace): ReadonlyMap<unknown, string | undefined> => {
  const creators = new Map<unknown, string | undefined>();
  for (const { job, value } of trace.snapshots)
    if (job?.start) creators.set(fieldOf(value, 'id'), job.start.by.key);
  for (const [id, call] of creationsOf(trace)) creators.set(id, call.by.key);
  return creators;
});

/** The requests that created presentations from a template, by the ids in their responses. */
export const creationsOf = perTrace((trace): ReadonlyMap<unknown, Call> => {
  const creations = new Map<unknown, Call>();
  for (const call of trace.keyed('createPresentation'))
    if (call.ok) for (const id of idsIn(jsonOf(call.received))) creations.set(id, call);
  return creations;
});

/** The ids in the response to creating, which has an undocumented shape. */
function idsIn(body: unknown): readonly string[] {
  if (!isObject(body)) return [];
  const objects = [body, ...Object.values(body).filter(isObject)];
  return objects
    .flatMap((object) => [fieldOf(object, 'id'), fieldOf(object, 'presentation_id')])
    .filter((id) => typeof id === 'string');
}

/** Whether the journal holds the whole life of the presentation. */
export function isCreatedInTrace(snapshot: Snapshot, trace: Trace): boolean {
  return creatorsOf(trace).has(snapshotId(snapshot));
}

const verifyMarks: ReadonlySet<string | undefined> = new Set(Object.values(keyMarks));

/** Whether a request comes from a run of `deckhand verify`, which asks again where one response proves nothing. */
export const isOfVerify = ({ by }: Call): boolean => verifyMarks.has(by.key);

/** Whether a run of `deckhand verify` created the presentation. Only the run knows it. */
export const isMadeByVerify = (snapshot: Snapshot, trace: Trace): boolean =>
  isIdMadeByVerify(snapshotId(snapshot), trace);

export const isIdMadeByVerify = (id: unknown, trace: Trace): boolean =>
  verifyMarks.has(creatorsOf(trace).get(id));
