/** The jobs of the selected workspace. Each job has its own signals, so a change re-renders only that job. */
import { computed, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import type { TimelinePart, ExchangeInfo, JobInfo } from '../../generated/control-api.js';
import { now } from './clock.js';
import { textAt } from './status-view.js';
import { findJobId } from './traffic.js';

export interface PollTick {
  /** On the workspace's clock. */
  readonly at: number;
  readonly sequence: number;
  /** The status of the response; undefined without a response. */
  readonly status: number | undefined;
  /** Whether a fault changed the response, or the poll failed. */
  readonly isFault: boolean;
}

export interface JobModel {
  readonly id: string;
  readonly job: Signal<JobInfo>;
  /** The current part of its timeline. Changes with the part, not with every tick of the clock. */
  readonly part: ReadonlySignal<TimelinePart | undefined>;
  /** The current step, question or error. */
  readonly text: ReadonlySignal<string | undefined>;
  readonly polls: Signal<readonly PollTick[]>;
  /** When the job ends; undefined if its timeline has no end. */
  readonly end: ReadonlySignal<number | undefined>;
}

/** The maximum number of ticks in a bar. More ticks would overlap. */
const MAX_TICKS = 400;
/** The server lists at most this number of jobs. */
const MAX_JOBS = 1000;

const models = new Map<string, JobModel>();

const jobModels = signal<readonly JobModel[]>([]);
/** The newest first. */
export const jobs = computed(() => jobModels.value);
/** The number of jobs in the workspace, including those that are not listed. */
export const totalJobs = signal(0);
/** Increases when status responses may have changed without a change of the timeline: after a rename, or a new list of jobs. */
export const bodyVersion = signal(0);

export function getJobModel(id: string): JobModel | undefined {
  return models.get(id);
}

/** The prompt of a job; undefined if the job is not listed. */
export function findPrompt(id: string): string | undefined {
  return models.get(id)?.job.value.prompt;
}

/** Replaces all jobs. @param list the newest first */
export function setJobs(list: readonly JobInfo[], count: number): void {
  const previous = new Map(models);
  models.clear();
  jobModels.value = list.map((job) => {
    const model = previous.get(job.generation_id) ?? createJobModel(job);
    model.job.value = withoutStatusResponse(job);
    models.set(model.id, model);
    return model;
  });
  totalJobs.value = count;
  bodyVersion.value = bodyVersion.peek() + 1;
}

/** Adds or updates jobs. @param list the newest first */
export function upsertJobs(list: readonly JobInfo[], count: number): void {
  for (const job of list.toReversed()) putJob(job);
  totalJobs.value = count;
}

function putJob(job: JobInfo): void {
  const model = models.get(job.generation_id);
  if (model) {
    model.job.value = withoutStatusResponse(job);
    return;
  }
  const oldest = jobModels.value[MAX_JOBS - 1];
  // The list is full, so an older job is not added.
  if (oldest && job.started_at < oldest.job.value.started_at) return;
  const created = createJobModel(job);
  models.set(created.id, created);
  const longer = [created, ...jobModels.value];
  for (const { id } of longer.splice(MAX_JOBS)) models.delete(id);
  jobModels.value = longer;
}

export function clearPolls(): void {
  for (const { polls } of models.values()) polls.value = [];
}

/** Adds the polls among the exchanges to the bars of their jobs. */
export function addPolls(exchanges: readonly ExchangeInfo[]): void {
  if (exchanges.some(({ metadata }) => metadata?.operationId === 'updatePresentation'))
    bodyVersion.value = bodyVersion.peek() + 1;
  const byJob = Map.groupBy(exchanges.filter(isPoll), (poll) => findJobId(poll) ?? '');
  for (const [id, polls] of byJob) {
    const model = models.get(id);
    if (!model) continue;
    const previous = model.polls.value;
    const last = previous.at(-1)?.sequence ?? 0;
    const ticks = [...previous, ...polls.filter(({ sequence }) => sequence > last).map(toPollTick)].slice(
      -MAX_TICKS,
    );
    model.polls.value = ticks;
  }
}

function isPoll(exchange: ExchangeInfo): boolean {
  return exchange.metadata?.operationId === 'getGenerationStatus' && findJobId(exchange) !== undefined;
}

function toPollTick({ sequence, startedAt, response, failure, metadata }: ExchangeInfo): PollTick {
  const status = response?.status;
  const isFault =
    failure !== undefined || metadata?.fault !== undefined || status === undefined || status >= 400;
  return { at: startedAt, sequence, status, isFault };
}

function createJobModel(job: JobInfo): JobModel {
  const id = job.generation_id;
  const jobSignal = signal(withoutStatusResponse(job));
  const part = computed(() => timelinePartAt(jobSignal.value, now.value));
  const text = computed(() => part.value && textAt(part.value, now.value));
  const end = computed(() => findTimelineEnd(jobSignal.value));
  return { id, job: jobSignal, part, text, polls: signal([]), end };
}

/** The job without its status response, which can be large. The timeline has the status. */
function withoutStatusResponse(job: JobInfo): JobInfo {
  return { ...job, status_response: {}, timeline: job.timeline ?? [] };
}

/** The URL of the presentation of a completed job. */
export function presentationUrl({ presentation_url: url }: JobInfo): string | undefined {
  // A link with another scheme could run a script.
  return url !== undefined && /^https?:/.test(url) ? url : undefined;
}

export type Status = TimelinePart['status'];

/** The part of a job's timeline at an instant. */
export function timelinePartAt({ timeline = [] }: JobInfo, at: number): TimelinePart | undefined {
  return timeline.findLast(({ from }) => Date.parse(from) <= at) ?? timeline[0];
}

function findTimelineEnd({ timeline = [] }: JobInfo): number | undefined {
  const last = timeline.at(-1);
  return last?.status === 'completed' || last?.status === 'failed' ? Date.parse(last.from) : undefined;
}

export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

/** The start and the end of a bar. It covers the timeline, the polls, and `now` while the job has no end. */
export function computeTimeRange({ job, polls, end: { value: end } }: JobModel, now: number): TimeRange {
  const { started_at: started, timeline = [] } = job.value;
  const from = Date.parse(started);
  const last = Date.parse(timeline.at(-1)?.from ?? started);
  const lastPoll = polls.value.at(-1)?.at ?? from;
  // Space after the end makes the end and later polls visible.
  const minimum = Math.max(last + (last - from) * 0.08, lastPoll + (lastPoll - from) * 0.02, from + 1_000);
  return { from, to: end === undefined ? Math.max(minimum, now + (now - from) * 0.15) : minimum };
}
