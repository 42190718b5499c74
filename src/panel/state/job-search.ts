/** The jobs that match the filter, and how many jobs each status has. */
import { computed } from '@preact/signals';
import { isRunning, now } from './clock.js';
import { hasWords } from './filter.js';
import { jobs, partAt, type JobCell, type Status } from './jobs.js';
import { filter, item } from './route.js';

/** Milliseconds. With a running clock, a thousand jobs are counted a few times a second and not with every frame. */
const STEP = 250;
const coarseNow = computed(() => (isRunning.value ? Math.floor(now.value / STEP) * STEP : now.value));

/** In the order of the buttons. */
export const STATUSES = ['generating', 'awaiting_input', 'completed', 'failed'] as const satisfies Status[];

export function statusAt({ job }: JobCell, at: number): Status {
  return partAt(job.value, at)?.status ?? 'generating';
}

export const statusCounts = computed<Readonly<Record<Status, number>>>(() => {
  const counts = { generating: 0, awaiting_input: 0, completed: 0, failed: 0 };
  for (const cell of jobs.value) counts[statusAt(cell, coarseNow.value)] += 1;
  return counts;
});

/** The open job stays in the list, also when it no longer matches. */
export const shownJobs = computed<readonly JobCell[]>(() => {
  const { q, status } = filter.value;
  if (q === '' && status === '') return jobs.value;
  return jobs.value.filter((cell) => {
    if (cell.id === item.value) return true;
    const { prompt, generation_id: id, scenario, template_id: template, timeline = [] } = cell.job.value;
    const texts = [prompt, id, scenario, template, ...timeline.map(({ text }) => text)];
    return (status === '' || statusAt(cell, coarseNow.value) === status) && hasWords(q, texts);
  });
});
