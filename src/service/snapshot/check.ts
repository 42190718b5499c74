/** Checks the parts of a snapshot that its schema cannot check, compiles its scenarios and reads its records. Changes nothing. */
import type { Snapshot } from '../../generated/control-api.js';
import { checkScenario } from '../../scenario/check.js';
import { parseRateLimit } from '../../scenario/notation.js';
import type { RateLimit, Timeline } from '../../scenario/timeline.js';
import type { InputFault } from '../../base/user-error.js';
import type { ArmedFault } from '../armed-faults.js';
import { compileEffects } from '../control/faults.js';
import { readInstant } from '../control/instant.js';
import { badInput } from '../control/refuse.js';
import type { TemplateRow } from '../store/directory-rows.js';
import type { WorkspaceRecords } from '../store/store.js';
import { loadJob, loadPresentation, loadTemplate } from './saved.js';

export interface CheckedSnapshot {
  /** The workspace that it will be restored in. */
  readonly id: string;
  readonly snapshot: Snapshot;
  readonly records: WorkspaceRecords;
  /** By their ids in the snapshot. */
  readonly timelines: ReadonlyMap<string, Timeline>;
  readonly fallback: Timeline;
  readonly active: Timeline | undefined;
  readonly faults: readonly ArmedFault[];
  readonly rateLimit: RateLimit | undefined;
}

/**
 * @param id the workspace that it will be restored in
 * @throws UserError (`bad-input`) with every mistake
 */
export function checkSnapshot(snapshot: Snapshot, id = snapshot.workspace.id): CheckedSnapshot {
  const faults: InputFault[] = [];
  const timelines = compiled(snapshot, faults);
  const find = (id: string, pointer: string): Timeline | undefined => {
    const timeline = timelines.get(id);
    if (!timeline) faults.push({ pointer, detail: 'must be the id of one of the scenarios' });
    return timeline;
  };
  const { default_scenario, rate_limit } = snapshot.settings;
  const fallback = find(default_scenario, '/settings/default_scenario');
  const { active: activeId } = snapshot.scenario;
  const active = activeId === null ? undefined : find(activeId, '/scenario/active');
  snapshot.jobs.forEach((job, index) => {
    find(job.timeline, `/jobs/${index}/timeline`);
    const isInOrder = job.events.every(
      ({ at }, event) => at >= (job.events[event - 1]?.at ?? job.started_at),
    );
    if (!isInOrder) faults.push({ pointer: `/jobs/${index}/events`, detail: 'must be in the order of time' });
  });
  for (const list of ['jobs', 'presentations', 'templates'] as const) unique(snapshot[list], list, faults);
  const rateLimit = rate_limit === null ? undefined : parseRateLimit(rate_limit);
  if (rate_limit !== null && !rateLimit)
    faults.push({ pointer: '/settings/rate_limit', detail: 'must be a rate such as 20/1m' });
  if (faults.length > 0 || !fallback) throw badInput(faults);
  const records = recordsOf(snapshot, timelines, id);
  return {
    id,
    snapshot,
    records,
    timelines,
    fallback,
    active,
    rateLimit,
    faults: snapshot.faults.map(armedFault),
  };
}

function recordsOf(
  { jobs, presentations, counters, rates, templates: own, running }: Snapshot,
  timelines: ReadonlyMap<string, Timeline>,
  id: string,
): WorkspaceRecords {
  // Jobs with equal templates share one object, as they did before.
  const templates = new Map<string, TemplateRow>();
  const ownIds = new Set(own.map((template) => template.id));
  const templateOf = (saved: Snapshot['templates'][number]): TemplateRow => {
    const text = JSON.stringify(saved);
    const template = templates.get(text) ?? loadTemplate(saved, ownIds.has(saved.id) ? id : '*');
    templates.set(text, template);
    return template;
  };
  return {
    jobs: jobs.map((job) =>
      loadJob(job, id, timelines.get(job.timeline)?.id ?? job.timeline, templateOf(job.template)),
    ),
    presentations: presentations.map((saved) => loadPresentation(saved, id)),
    counters,
    rates: rates.map(({ bucket, granted }) => [bucket, granted] as const),
    ...(running && { evicted: running.evicted }),
  };
}

function compiled({ scenarios }: Snapshot, faults: InputFault[]): Map<string, Timeline> {
  const timelines = new Map<string, Timeline>();
  scenarios.forEach(({ id, name, scenario }, index) => {
    const checked = checkScenario(name, scenario);
    if ('timeline' in checked) timelines.set(id, checked.timeline);
    else
      for (const { pointer, expected } of checked.mistakes)
        faults.push({ pointer: `/scenarios/${index}/scenario${pointer}`, detail: expected });
  });
  return timelines;
}

function unique(list: readonly { readonly id: string }[], name: string, faults: InputFault[]): void {
  const seen = new Set<string>();
  list.forEach(({ id }, index) => {
    if (seen.has(id)) faults.push({ pointer: `/${name}/${index}/id`, detail: 'must not be there twice' });
    seen.add(id);
  });
}

function armedFault(view: Snapshot['faults'][number], index: number): ArmedFault {
  const { id, on, left, happened, until, job, tried, ...effects } = view;
  const fault = compileEffects(on, effects, `/faults/${index}`);
  return {
    id,
    fault,
    effects,
    left,
    happened,
    until: readInstant(until, `/faults/${index}/until`),
    job,
    tried,
  };
}
