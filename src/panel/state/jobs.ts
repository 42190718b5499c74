/**
 * The jobs of the chosen workspace, each a cell of its own, so that what happens to one redraws one. What a poll got last
 * is not kept here: who wants it asks for it.
 */
import { computed, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import type { CoursePart, Exchange, Job } from '../../generated/control-api.js';
import { now } from './clock.js';
import { jobOf } from './exchange-job.js';
import { textAt } from './poll-view.js';

export interface Tick {
  /** On the workspace's clock. */
  readonly at: number;
  readonly sequence: number;
  /** What the poll got; undefined when it got no answer. */
  readonly status: number | undefined;
  /** Whether it was made to go wrong, or did. */
  readonly isFault: boolean;
}

export interface JobCell {
  readonly id: string;
  readonly job: Signal<Job>;
  /** What it is at now. Changes when that does, and not with the clock. */
  readonly part: ReadonlySignal<CoursePart | undefined>;
  /** What there is to say of it now: the step it is at, its question, its error. */
  readonly text: ReadonlySignal<string | undefined>;
  readonly polls: Signal<readonly Tick[]>;
}

/** As many ticks as a bar can show apart. */
const TICKS = 400;
/** As many jobs as the server lists. */
const JOBS = 1000;

const cells = new Map<string, JobCell>();
/** Polls of jobs that are not known yet. */
const early = new Map<string, readonly Tick[]>();

const order = signal<readonly JobCell[]>([]);
/** The newest first. */
export const jobs = computed(() => order.value);
/** How many the workspace has, those that are not listed included. */
export const total = signal(0);
/** Counts what changes bodies of polls and no course: a deck with another title, and all jobs read anew. */
export const renewals = signal(0);

export function cellOf(id: string): JobCell | undefined {
  return cells.get(id);
}

/** Replaces all. @param listed the newest first */
export function setJobs(listed: readonly Job[], count: number): void {
  const kept = new Map(cells);
  cells.clear();
  order.value = listed.map((job) => {
    const cell = kept.get(job.generation_id) ?? newCell(job);
    cell.job.value = withCourse(job);
    cells.set(cell.id, cell);
    return cell;
  });
  total.value = count;
  renewals.value = renewals.peek() + 1;
}

/** What became of one job, which may be new. */
export function putJob(job: Job): void {
  const cell = cells.get(job.generation_id);
  if (cell) {
    cell.job.value = withCourse(job);
    return;
  }
  const oldest = order.value[JOBS - 1];
  // One that is too old to be listed is not new.
  if (oldest && job.started_at < oldest.job.value.started_at) return;
  const fresh = newCell(job);
  cells.set(fresh.id, fresh);
  const longer = [fresh, ...order.value];
  for (const { id } of longer.splice(JOBS)) cells.delete(id);
  order.value = longer;
  total.value += 1;
}

export function clearPolls(): void {
  early.clear();
  for (const { polls } of cells.values()) polls.value = [];
}

/** Marks the polls among these on the bars of their jobs. */
export function addPolls(exchanges: readonly Exchange[]): void {
  if (exchanges.some(({ notes }) => notes?.operationId === 'updatePresentation'))
    renewals.value = renewals.peek() + 1;
  const byJob = Map.groupBy(exchanges.filter(isPoll), (poll) => jobOf(poll) ?? '');
  for (const [id, polls] of byJob) {
    const cell = cells.get(id);
    const before = cell?.polls.value ?? early.get(id) ?? [];
    const last = before.at(-1)?.sequence ?? 0;
    const ticks = [...before, ...polls.filter(({ sequence }) => sequence > last).map(tickOf)].slice(-TICKS);
    if (cell) cell.polls.value = ticks;
    else if (early.size < JOBS) early.set(id, ticks);
  }
}

function isPoll(exchange: Exchange): boolean {
  return exchange.notes?.operationId === 'getGenerationStatus' && jobOf(exchange) !== undefined;
}

function tickOf({ sequence, startedAt, response, failure, notes }: Exchange): Tick {
  const status = response?.status;
  const isFault =
    failure !== undefined || notes?.fault !== undefined || status === undefined || status >= 400;
  return { at: startedAt, sequence, status, isFault };
}

function newCell(job: Job): JobCell {
  const id = job.generation_id;
  const polls = early.get(id) ?? [];
  early.delete(id);
  const cell = signal(withCourse(job));
  const part = computed(() => partAt(cell.value, now.value));
  const text = computed(() => part.value && textAt(part.value, now.value));
  return { id, job: cell, part, text, polls: signal(polls) };
}

/** Without the body of a poll, which may be long: where the job stands its course tells. */
function withCourse(job: Job): Job {
  return { ...job, view: {}, course: job.course ?? [] };
}

export type Status = CoursePart['status'];

/** The part of its course that a job is in at an instant. */
export function partAt({ course = [] }: Job, at: number): CoursePart | undefined {
  return course.findLast(({ from }) => Date.parse(from) <= at) ?? course[0];
}

/** Where a bar begins and ends: all of the course, and whatever of now and the polls lies behind it. */
export function spanOf(job: Job, now: number, polls: readonly Tick[]): { from: number; to: number } {
  const from = Date.parse(job.started_at);
  const { course = [] } = job;
  const last = course.at(-1);
  const end = last ? Date.parse(last.from) : from;
  const isOver = last?.status === 'completed' || last?.status === 'failed';
  const lastPoll = polls.at(-1)?.at ?? from;
  // An end is an instant: some room behind it shows that it is one, and polls that should not have come.
  const known = Math.max(end + (end - from) * 0.08, lastPoll + (lastPoll - from) * 0.02, from + 1_000);
  return { from, to: isOver ? known : Math.max(known, now + (now - from) * 0.15) };
}
