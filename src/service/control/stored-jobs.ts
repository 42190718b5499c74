/** The jobs of a workspace that play scenarios, from the store. */
import type { JobInfo, JobList, StartJobRequest } from '../../generated/control-api.js';
import type { Presentation, Problem } from '../../generated/presentation-api.js';
import type { Timeline } from '../../scenario/timeline.js';
import type { RequestContext, ServiceContext } from '../context.js';
import { appendEvent } from '../interventions.js';
import { buildJobView, projectCurrentJob, type CurrentJob } from '../job-view.js';
import { startGeneration } from '../operations/start-generation.js';
import { buildJobPresentation, buildPresentationSummary } from '../presentations.js';
import { selectScenario } from '../select-scenario.js';
import type { Service } from '../service.js';
import type { WorkspaceRecord } from '../store/registry-records.js';
import type { JobEvent } from '../store/store.js';
import type { WorkspaceState } from '../workspace-state.js';
import type { Intervention, JobListOptions, JobSource, NextJobChange } from './job-source.js';
import { buildTimelineParts } from './timeline-parts.js';
import { inputError, jobConflict, notFound, toIso, toIsoOrNull } from './validate-input.js';

export interface StoredJobsContext {
  readonly service: Service;
  readonly state: WorkspaceState;
  /** @throws UserError for the unassigned requests */
  readonly record: WorkspaceRecord;
  readonly now: number;
}

export class StoredJobs implements JobSource {
  readonly recording = undefined;
  readonly #context: StoredJobsContext;
  readonly #shared: ServiceContext;

  constructor(context: StoredJobsContext) {
    this.#context = context;
    this.#shared = context.service.shared;
  }

  get changeCount(): number {
    return this.#shared.store.jobChanges(this.#workspaceId);
  }

  get #workspaceId(): string {
    return this.#context.record.id;
  }

  count(): number {
    return this.#shared.store.jobs(this.#workspaceId, 0).total;
  }

  list({ limit, includeTimeline, changedAfter = -1 }: JobListOptions): JobList {
    const { jobs, total } = this.#shared.store.changedJobs(this.#workspaceId, changedAfter, limit);
    const currentJobs = jobs.flatMap((job) => projectCurrentJob(job, this.#shared, this.#context.now) ?? []);
    return {
      total,
      jobs: currentJobs.map((current) => ({
        ...toJobListItem(current, this.#shared),
        ...(includeTimeline && { timeline: buildTimelineParts(current) }),
      })),
    };
  }

  get(id: string, at: number, { includeTimeline } = { includeTimeline: false }): JobInfo {
    const current = this.#getCurrent(id, at);
    const presentation = buildJobPresentation(current, this.#shared);
    return {
      ...toJobInfo(current, buildJobView(id, current.state, presentation), presentation),
      ...(includeTimeline && { timeline: buildTimelineParts(current) }),
    };
  }

  assertExists(id: string, pointer: string): void {
    if (this.#findCurrent(id, this.#context.now)) return;
    throw inputError([{ pointer, detail: `must name a job of the workspace ${this.#workspaceId}` }]);
  }

  start(body: StartJobRequest): JobInfo {
    const { record, state, now } = this.#context;
    const { scenario: _, ...request } = body;
    const context: RequestContext = {
      requestId: 'control',
      key: undefined,
      operation: 'startGeneration',
      id: '',
      workspace: record,
      state,
      now,
      job: undefined,
      timeline: this.#resolveTimeline(body),
      body: request,
      skipsValidation: false,
    };
    const { job, content } = startGeneration(context, this.#shared);
    // The operation itself rejects only an unknown template.
    if (!job) throw inputError((content as Problem).errors ?? []);
    return this.get(job.id, now);
  }

  reply(id: string): JobInfo {
    return this.#change(id, ({ state }, at) => {
      if (state.status !== 'awaiting_input')
        throw jobConflict(`The job is ${state.status}, so it has no open question.`);
      return { kind: 'reply', step: state.question, at };
    });
  }

  intervene(id: string, intervention: Intervention): JobInfo {
    return this.#change(id, (_, at) => toJobEvent(intervention, at));
  }

  next(job: string | undefined): NextJobChange {
    const { now } = this.#context;
    if (job !== undefined) this.assertExists(job, '/job');
    const currentJobs =
      job === undefined
        ? this.#shared.store
            .jobs(this.#workspaceId, Infinity)
            .jobs.map((one) => projectCurrentJob(one, this.#shared, now))
        : [this.#findCurrent(job, now)];
    let next: CurrentJob | undefined;
    for (const current of currentJobs)
      if (current && current.state.until < (next?.state.until ?? Infinity)) next = current;
    if (!next) return { id: '', until: Infinity };
    return {
      id: next.job.id,
      until: next.state.until,
      skippedFaultsNote: skippedFaultsNote(next.timeline),
    };
  }

  assertPlaysScenarios(): void {}

  #findCurrent(id: string, at: number): CurrentJob | undefined {
    const job = this.#shared.store.job(this.#workspaceId, id);
    return job && projectCurrentJob(job, this.#shared, at);
  }

  #getCurrent(id: string, at: number): CurrentJob {
    const current = this.#findCurrent(id, at);
    if (current) return current;
    throw notFound(`job ${id.slice(0, 100)} in the workspace ${this.#workspaceId}`);
  }

  #change(id: string, toEvent: (current: CurrentJob, at: number) => JobEvent): JobInfo {
    const { now } = this.#context;
    const current = this.#getCurrent(id, now);
    const { status } = current.state;
    if (status === 'completed' || status === 'failed') throw jobConflict(`The job has already ${status}.`);
    const event = toEvent(current, now);
    this.#shared.store.changeJob(this.#workspaceId, id, (job) => appendEvent(job, event));
    return this.get(id, now);
  }

  /** The scenario that the body names, or the one that the same request from a client would get. */
  #resolveTimeline(body: StartJobRequest): Timeline {
    const { service, state } = this.#context;
    const { library } = this.#shared;
    const selectors = {
      header: body.scenario,
      start: body,
      active: state.active && library.latestVersion(state.active),
    };
    const selection = selectScenario(
      selectors,
      library,
      state.settings.defaultScenario ?? service.defaultScenario,
    );
    if (!('unknown' in selection)) return selection;
    const pointer = selection.at === 'header' ? '/scenario' : '/prompt';
    throw inputError([{ pointer, detail: selection.unknown }]);
  }
}

/** A job for lists, without the sections of its presentation: those of a thousand jobs take many megabytes. */
function toJobListItem(current: CurrentJob, shared: ServiceContext): JobInfo {
  const { job, state } = current;
  const presentation = buildPresentationSummary(current, shared);
  const view = buildJobView(job.id, state, presentation);
  if (!presentation) return toJobInfo(current, view);
  const { sections: _, ...summary } = presentation;
  return toJobInfo(current, { ...view, presentation: summary }, presentation);
}

function toJobInfo({ job, timeline, state }: CurrentJob, view: object, presentation?: Presentation): JobInfo {
  return {
    generation_id: job.id,
    prompt: job.prompt,
    template_id: job.template.id,
    scenario: timeline.name,
    started_at: toIso(job.startedAt),
    status_response: { ...view },
    ...(presentation && { presentation_url: presentation.url }),
    position: {
      step: state.step,
      step_count: timeline.steps.length,
      since: toIso(state.since),
      until: toIsoOrNull(state.until),
    },
  };
}

function toJobEvent(intervention: Intervention, at: number): JobEvent {
  if (intervention.kind !== 'complete') return { ...intervention, at };
  const { title } = intervention;
  return { kind: 'complete', ...(title !== undefined && { title }), at };
}

/** Advancing the clock sends no polls, so request-counting faults are not applied. */
function skippedFaultsNote(timeline: Timeline): string | undefined {
  const hasSkippedFaults = timeline.faults.some(
    ({ requests, operations }) => requests && operations.includes('getGenerationStatus'),
  );
  return hasSkippedFaults
    ? `${timeline.name} has faults that count polls. Advancing the clock sends no polls, so they were not applied.`
    : undefined;
}
