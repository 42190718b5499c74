/** The control operations on jobs: reads states and timelines, starts jobs without a client, and changes running ones. */
import type { JobInfo, JobList, StartJobRequest } from '../../generated/control-api.js';
import type { Presentation, Problem } from '../../generated/presentation-api.js';
import { buildJobView, projectCurrentJob, type CurrentJob } from '../job-view.js';
import type { RequestContext, ServiceContext } from '../context.js';
import type { Job, JobEvent } from '../store/store.js';
import { buildPresentationSummary, buildJobPresentation } from '../presentations.js';
import { buildTimelineParts } from './timeline-parts.js';
import { inputError, toIso, toIsoOrNull, jobConflict, notFound, parseInstant } from './validate-input.js';
import {
  getReplayedJob,
  assertNoReplay,
  listReplayedJobs,
  replyToReplayedJob,
  startReplayedJob,
} from './replayed-jobs.js';
import type { WorkspaceContext } from './workspace-context.js';
import { selectScenario } from '../select-scenario.js';
import { startGeneration } from '../operations/start-generation.js';
import { appendEvent } from '../interventions.js';
import type { JobState } from '../project-job.js';

/** The maximum number of jobs in a list. */
export const MAX_LISTED_JOBS = 1000;

/** A manual change of a running job. A reply has the same effect as one from a client. */
export type Intervention =
  | { readonly kind: 'ask'; readonly message: string }
  | { readonly kind: 'reply'; readonly message: string }
  | { readonly kind: 'fail'; readonly error: string }
  | { readonly kind: 'complete'; readonly title?: string | undefined }
  | { readonly kind: 'stall' };

/** The newest jobs first. */
export function listJobs(
  { shared, record, now, state }: WorkspaceContext,
  { limit = String(MAX_LISTED_JOBS), include_timeline: timeline }: Readonly<Record<string, string>>,
): JobList {
  if (state.replay) return listReplayedJobs(state.replay, now, Number(limit), timeline === 'true');
  const { jobs, total } = shared.store.jobs(record.id, Number(limit));
  return toJobList(jobs, total, shared, now, timeline === 'true');
}

export function toJobList(
  jobs: readonly Job[],
  total: number,
  shared: ServiceContext,
  now: number,
  includeTimeline: boolean,
): JobList {
  const currentJobs = jobs.flatMap((job) => projectCurrentJob(job, shared, now) ?? []);
  return {
    total,
    jobs: currentJobs.map((current) => ({
      ...toJobListItem(current, shared),
      ...(includeTimeline && { timeline: buildTimelineParts(current) }),
    })),
  };
}

/** A job with its timeline, now or at an instant. */
export function getJob({ shared, record, state, now }: WorkspaceContext, id: string, at?: string): JobInfo {
  const instant = at === undefined ? now : parseInstant(at, '/at');
  if (state.replay) return getReplayedJob(state.replay, id, instant);
  const current = getCurrentJobOrThrow(shared, record.id, id, instant);
  return { ...toJobDetail(current, shared), timeline: buildTimelineParts(current) };
}

/** @param pointer to the job's id in the input, if it is not in the path */
export function getCurrentJobOrThrow(
  shared: ServiceContext,
  workspaceId: string,
  id: string,
  now: number,
  pointer?: string,
): CurrentJob {
  const job = shared.store.job(workspaceId, id);
  const current = job && projectCurrentJob(job, shared, now);
  if (current) return current;
  if (pointer === undefined) throw notFound(`job ${id.slice(0, 100)} in the workspace ${workspaceId}`);
  throw inputError([{ pointer, detail: `must name a job of the workspace ${workspaceId}` }]);
}

export function toJobDetail(current: CurrentJob, shared: ServiceContext): JobInfo {
  const presentation = buildJobPresentation(current, shared);
  return toJobInfo(current, buildJobView(current.job.id, current.state, presentation), presentation);
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

/** @throws UserError (`invalid-input`) if the template or the scenario does not exist */
export function startJob(workspace: WorkspaceContext, body: StartJobRequest): JobInfo {
  const { shared, record, state, now } = workspace;
  const { scenario, ...request } = body;
  if (state.replay) {
    state.changes.markChanged('replay');
    return startReplayedJob(state.replay, request, now);
  }
  const timeline = resolveTimeline(workspace, body);
  const context: RequestContext = {
    requestId: 'control',
    key: undefined,
    operation: 'startGeneration',
    id: '',
    workspace: record,
    state,
    now,
    job: undefined,
    timeline,
    body: request,
    skipsValidation: false,
  };
  const { job, content } = startGeneration(context, shared);
  // The operation itself rejects only an unknown template.
  if (!job) throw inputError((content as Problem).errors ?? []);
  return toJobDetail(getCurrentJobOrThrow(shared, record.id, job.id, now), shared);
}

/** The scenario that the body names, or the one that the same request from a client would get. */
function resolveTimeline({ service, state }: WorkspaceContext, body: StartJobRequest) {
  const { library } = service.shared;
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

/** @throws UserError (`job-conflict`) if the job has ended, or has no open question */
export function applyIntervention(
  workspace: WorkspaceContext,
  id: string,
  intervention: Intervention,
): JobInfo {
  const { shared, record, state, now } = workspace;
  if (state.replay && intervention.kind === 'reply') {
    state.changes.markChanged('replay');
    return replyToReplayedJob(state.replay, id, intervention.message, now);
  }
  assertNoReplay(state.replay);
  const current = getCurrentJobOrThrow(shared, record.id, id, now);
  assertNotEnded(current);
  const event = toJobEvent(intervention, current.state, now);
  shared.store.changeJob(record.id, id, (job) => appendEvent(job, event));
  return toJobDetail(getCurrentJobOrThrow(shared, record.id, id, now), shared);
}

function toJobEvent(intervention: Intervention, state: JobState, at: number): JobEvent {
  if (intervention.kind === 'complete') {
    const { title } = intervention;
    return { kind: 'complete', ...(title !== undefined && { title }), at };
  }
  if (intervention.kind !== 'reply') return { ...intervention, at };
  if (state.status !== 'awaiting_input') throw jobConflict('The job has no open question.');
  return { kind: 'reply', step: state.question, at };
}

function assertNotEnded({ state }: CurrentJob): void {
  if (state.status === 'completed' || state.status === 'failed')
    throw jobConflict(`The job has already ${state.status}.`);
}
