/** The jobs that match the filter, in their order, and how many jobs each status has. */
import { computed } from '@preact/signals';
import { isRunning, now } from './clock.js';
import { matchesWords } from './filter.js';
import { jobs, timelinePartAt, type JobModel, type Status } from './jobs.js';
import { filter, item } from './route.js';

/** With a running clock, jobs are counted a few times a second instead of with every frame. */
const COARSE_CLOCK_MS = 250;

const coarseNow = computed(() =>
  isRunning.value ? Math.floor(now.value / COARSE_CLOCK_MS) * COARSE_CLOCK_MS : now.value,
);

/** In the order of the buttons. */
export const STATUSES = ['generating', 'awaiting_input', 'completed', 'failed'] as const satisfies Status[];

export function statusAt({ job }: JobModel, at: number): Status {
  return timelinePartAt(job.value, at)?.status ?? 'generating';
}

const statuses = computed<ReadonlyMap<JobModel, Status>>(
  () => new Map(jobs.value.map((model) => [model, statusAt(model, coarseNow.value)])),
);
const isWaiting = (model: JobModel): boolean => statuses.value.get(model) === 'awaiting_input';

const matchingJobs = computed<readonly JobModel[]>(() => {
  const { q } = filter.value;
  if (q === '') return jobs.value;
  return jobs.value.filter(({ job }) => {
    const { prompt, generation_id: id, scenario, template_id: template, timeline = [] } = job.value;
    return matchesWords(q, [prompt, id, scenario, template, ...timeline.map(({ text }) => text)]);
  });
});

/** The number of jobs by status that match the search. */
export const statusCounts = computed<Readonly<Record<Status | '', number>>>(() => {
  const counts = { '': matchingJobs.value.length, generating: 0, awaiting_input: 0, completed: 0, failed: 0 };
  for (const model of matchingJobs.value) counts[statuses.value.get(model) ?? 'generating'] += 1;
  return counts;
});

let lastVisible: readonly JobModel[] = [];

/** Waiting jobs first, then the newest. The open job stays in the list, also when it no longer matches. */
export const visibleJobs = computed<readonly JobModel[]>(() => {
  const { q, status } = filter.value;
  const open = jobs.value.find(({ id }) => id === item.value);
  const matching = matchingJobs.value.filter(
    (model) => model === open || status === '' || statuses.value.get(model) === status,
  );
  const list = q === '' || !open || matching.includes(open) ? matching : [open, ...matching];
  const sorted = [...list.filter(isWaiting), ...list.filter((model) => !isWaiting(model))];
  // An equal list stays the same array, so that it is not rendered again.
  const isSame = sorted.length === lastVisible.length && sorted.every((one, at) => one === lastVisible[at]);
  return (lastVisible = isSame ? lastVisible : sorted);
});
