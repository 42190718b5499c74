/** The verbs about jobs: reads their states and timelines, starts them without a client, and changes running ones. */
import type { Job as JobView, JobList, StartJobRequest } from '../../generated/control-api.js';
import type { Presentation, Problem } from '../../generated/presentation-api.js';
import { currentJob, type CurrentJob, jobView } from '../job-view.js';
import type { RequestContext, ServiceContext } from '../context.js';
import type { Job, JobEvent } from '../store/store.js';
import { emptyPresentationOfJob, presentationOfJob } from '../presentations.js';
import { timelineParts } from './timeline-parts.js';
import { badInput, isoOf, isoOrNull, jobConflict, notFound, readInstant } from './check-input.js';
import {
  oneReplayedJob,
  refuseForReplay,
  replayedJobs,
  replyToReplayedJob,
  startReplayedJob,
} from './replayed-jobs.js';
import type { WorkspaceNow } from './verb-context.js';
import { chooseScenario } from '../choose-scenario.js';
import { startGeneration } from '../operations/start-generation.js';
import { withEvent } from '../interventions.js';
import type { JobState } from '../project.js';

/** The maximum number of jobs in a list. */
export const LISTED = 1000;

/** The newest jobs first. */
export function listJobs(
  { shared, row, now, state }: WorkspaceNow,
  { limit = String(LISTED), timeline }: Readonly<Record<string, string>>,
): JobList {
  if (state.replay) return replayedJobs(state.replay, now, Number(limit), timeline === 'true');
  const { jobs, total } = shared.store.jobs(row.id, Number(limit));
  return jobList(jobs, total, shared, now, timeline === 'true');
}

export function jobList(
  jobs: readonly Job[],
  total: number,
  shared: ServiceContext,
  now: number,
  isWithTimeline: boolean,
): JobList {
  const jobsNow = jobs.flatMap((job) => currentJob(job, shared, now) ?? []);
  return {
    total,
    jobs: jobsNow.map((current) => ({
      ...listedJob(current, shared),
      ...(isWithTimeline && { timeline: timelineParts(current) }),
    })),
  };
}

/** A job with its timeline, now or at an instant. */
export function jobAt({ shared, row, state, now }: WorkspaceNow, id: string, at?: string): JobView {
  const instant = at === undefined ? now : readInstant(at, '/at');
  if (state.replay) return oneReplayedJob(state.replay, id, instant);
  const current = needCurrentJob(shared, row.id, id, instant);
  return { ...describeJob(current, shared), timeline: timelineParts(current) };
}

/** @param pointer the position of the job's id in the input, if it is not in the path */
export function needCurrentJob(
  shared: ServiceContext,
  workspaceId: string,
  id: string,
  now: number,
  pointer?: string,
): CurrentJob {
  const job = shared.store.job(workspaceId, id);
  const current = job && currentJob(job, shared, now);
  if (current) return current;
  if (pointer === undefined) throw notFound(`job ${id.slice(0, 100)} in the workspace ${workspaceId}`);
  throw badInput([{ pointer, detail: `must name a job of the workspace ${workspaceId}` }]);
}

export function describeJob(current: CurrentJob, shared: ServiceContext): JobView {
  const presentation = presentationOfJob(current, shared);
  return described(current, jobView(current.job.id, current.state, presentation), presentation);
}

/** A job for lists, without its sections: those of a thousand decks take many megabytes. */
function listedJob(current: CurrentJob, shared: ServiceContext): JobView {
  const { job, state } = current;
  const presentation = emptyPresentationOfJob(current, shared);
  const view = jobView(job.id, state, presentation);
  if (!presentation) return described(current, view);
  const { sections: _, ...brief } = presentation;
  return described(current, { ...view, presentation: brief }, presentation);
}

function described({ job, timeline, state }: CurrentJob, view: object, presentation?: Presentation): JobView {
  return {
    generation_id: job.id,
    prompt: job.prompt,
    template_id: job.template.id,
    scenario: timeline.name,
    started_at: isoOf(job.startedAt),
    view: { ...view },
    ...(presentation && { deck_url: presentation.url }),
    position: {
      step: state.step,
      steps: timeline.steps.length,
      since: isoOf(state.since),
      until: isoOrNull(state.until),
    },
  };
}

/** @throws UserError (`bad-input`) when the template or the scenario does not exist */
export function startJob(workspace: WorkspaceNow, body: StartJobRequest): JobView {
  const { shared, row, state, now } = workspace;
  const { scenario, ...request } = body;
  if (state.replay) {
    state.changes.note('replay');
    return startReplayedJob(state.replay, request, now);
  }
  const timeline = timelineOf(workspace, body);
  const context: RequestContext = {
    requestId: 'control',
    key: undefined,
    operation: 'startGeneration',
    id: '',
    workspace: row,
    state,
    now,
    job: undefined,
    timeline,
    body: request,
    isLenient: false,
  };
  const { job, content } = startGeneration(context, shared);
  // The only refusal of the operation itself: an unknown template.
  if (!job) throw badInput((content as Problem).errors ?? []);
  return describeJob(needCurrentJob(shared, row.id, job.id, now), shared);
}

/** The scenario that the body names, or the one that the same request of a client would get. */
function timelineOf({ service, state }: WorkspaceNow, body: StartJobRequest) {
  const { library } = service.shared;
  const wish = {
    header: body.scenario,
    start: body,
    active: state.active && library.latest(state.active),
  };
  const choice = chooseScenario(wish, library, state.settings.fallback ?? service.defaultScenario);
  if (!('unknown' in choice)) return choice;
  const pointer = choice.at === 'header' ? '/scenario' : '/prompt';
  throw badInput([{ pointer, detail: choice.unknown }]);
}

/** What a person makes a job do. A reply is that of its client. */
export type Intervention =
  | { readonly kind: 'ask'; readonly message: string }
  | { readonly kind: 'reply'; readonly message: string }
  | { readonly kind: 'fail'; readonly error: string }
  | { readonly kind: 'complete'; readonly title?: string | undefined }
  | { readonly kind: 'stall' };

/** @throws UserError (`job-conflict`) when the job has ended, or asks nothing */
export function intervene(workspace: WorkspaceNow, id: string, what: Intervention): JobView {
  const { shared, row, state, now } = workspace;
  if (state.replay && what.kind === 'reply') {
    state.changes.note('replay');
    return replyToReplayedJob(state.replay, id, what.message, now);
  }
  refuseForReplay(state.replay);
  const before = needCurrentJob(shared, row.id, id, now);
  refuseEnded(before);
  const event = eventOf(what, before.state, now);
  shared.store.changeJob(row.id, id, (job) => withEvent(job, event));
  return describeJob(needCurrentJob(shared, row.id, id, now), shared);
}

function eventOf(what: Intervention, state: JobState, at: number): JobEvent {
  if (what.kind === 'complete') {
    const { title } = what;
    return { kind: 'complete', ...(title !== undefined && { title }), at };
  }
  if (what.kind !== 'reply') return { ...what, at };
  if (state.status !== 'awaiting_input') throw jobConflict('The job asks nothing.');
  return { kind: 'reply', step: state.question, at };
}

function refuseEnded({ state }: CurrentJob): void {
  if (state.status === 'completed' || state.status === 'failed')
    throw jobConflict(`The job is ${state.status}, and stays so.`);
}
