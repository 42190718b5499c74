/** The time axis of the bars: each job has its own, or all listed jobs share one. */
import { computed, effect, signal } from '@preact/signals';
import { nowInSeconds } from './clock.js';
import { shownJobs } from './job-search.js';
import { spanOf, type JobCell } from './jobs.js';

export interface Span {
  readonly from: number;
  readonly to: number;
}

const STORAGE_KEY = 'deckhand-axis';

export const isShared = signal(localStorage.getItem(STORAGE_KEY) === 'shared');
effect(() => localStorage.setItem(STORAGE_KEY, isShared.value ? 'shared' : 'own'));

/** The span of one job. It moves with the clock until the job ends. */
export function ownSpan({ job, polls, end }: JobCell): Span {
  return spanOf(job.value, end.value === undefined ? nowInSeconds.value : 0, polls.value);
}

/** The span of all listed jobs, if they share one. */
export const sharedSpan = computed<Span | undefined>(() => {
  const spans = isShared.value ? shownJobs.value.map(ownSpan) : [];
  if (spans.length === 0) return undefined;
  return {
    from: Math.min(...spans.map(({ from }) => from)),
    to: Math.max(...spans.map(({ to }) => to)),
  };
});
