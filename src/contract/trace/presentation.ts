/** Everything the journal shows of the presentations: where each was seen, and who changed it. Sections 2.1, 4.2, 4.7. */
import { fieldOf, isObject, type JsonObject } from './answer.js';
import { isKeyed, type Call } from './call.js';
import type { JobTrace } from './job.js';

/** A place where the interface documents that a presentation stands, and an object stood there. */
export interface Sighting {
  readonly call: Call;
  /** Fetched by its id, or embedded in the view of a completed job. */
  readonly source: 'fetched' | 'completed job';
  readonly value: JsonObject;
  /** The job that embeds it. */
  readonly job?: JobTrace;
}

export interface PresentationTrace {
  readonly id: string;
  /** The key that generated it, or else the first that could fetch it. */
  readonly owner: string | undefined;
  /** What its owner saw of it, in the order of the calls. */
  readonly sightings: readonly Sighting[];
  /** Every attempt of the owner to fetch it. */
  readonly fetches: readonly Call[];
  /** Every PATCH of it, by anybody. */
  readonly changes: readonly Call[];
}

/** A presentation under construction. */
interface Draft {
  readonly id: string;
  owner: string | undefined;
  readonly sightings: Sighting[];
  readonly fetches: Call[];
  readonly changes: Call[];
}

export function sightingsOf(calls: readonly Call[], jobs: readonly JobTrace[]): readonly Sighting[] {
  const sightings: Sighting[] = [];
  for (const job of jobs) {
    for (const { call, status, value: view } of job.views) {
      const value = status === 'completed' ? fieldOf(view, 'presentation') : undefined;
      if (isObject(value)) sightings.push({ call, job, source: 'completed job', value });
    }
  }
  for (const call of calls) {
    if (call.operation !== 'getPresentation' || !call.ok || !isKeyed(call)) continue;
    const value = call.answer.kind === 'json' ? call.answer.value : undefined;
    if (isObject(value)) sightings.push({ call, source: 'fetched', value });
  }
  return sightings.sort(bySequence);
}

const bySequence = (one: Sighting, two: Sighting): number =>
  one.call.exchange.sequence - two.call.exchange.sequence;

export function presentationsOf(
  calls: readonly Call[],
  sightings: readonly Sighting[],
): readonly PresentationTrace[] {
  const drafts = new Map<string, Draft>();
  // Whoever generated it owns it, even when somebody else's fetch was answered first.
  for (const { job, value } of sightings) {
    const id = fieldOf(value, 'id');
    if (job && typeof id === 'string') draftOf(id, drafts).owner ??= job.owner;
  }
  for (const call of calls) {
    if (call.operation === 'updatePresentation') draftOf(call.id, drafts).changes.push(call);
    if (call.operation !== 'getPresentation' || !isKeyed(call)) continue;
    const draft = draftOf(call.id, drafts);
    if (call.ok) draft.owner ??= call.by.key;
    if (draft.owner === undefined || draft.owner === call.by.key) draft.fetches.push(call);
  }
  for (const sighting of sightings) {
    const id = idOf(sighting);
    const draft = typeof id === 'string' ? draftOf(id, drafts) : undefined;
    if (draft?.owner === sighting.call.by.key) draft?.sightings.push(sighting);
  }
  return [...drafts.values()];
}

function draftOf(id: string, drafts: Map<string, Draft>): Draft {
  let draft = drafts.get(id);
  if (!draft) {
    draft = { id, owner: undefined, sightings: [], fetches: [], changes: [] };
    drafts.set(id, draft);
  }
  return draft;
}

/** The id it was fetched by, or that its job's view shows. */
export function idOf({ source, call, value }: Sighting): unknown {
  return source === 'fetched' ? call.id : fieldOf(value, 'id');
}
