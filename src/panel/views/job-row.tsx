/** A row of the job list: the prompt, status and timeline of a job. A click opens the job. */
import { useComputed } from '@preact/signals';
import type { CoursePart, Job } from '../../generated/control-api.js';
import { StatusMark } from '../parts/status-mark.js';
import { TimelineBar } from '../parts/timeline-bar.js';
import { formatAgo, formatCount, formatDuration } from '../parts/format.js';
import { now } from '../state/clock.js';
import type { JobCell } from '../state/jobs.js';
import { hrefOf, item } from '../state/route.js';

export function JobRow({ cell }: { readonly cell: JobCell }) {
  const { value: job } = cell.job;
  const { value: part } = cell.part;
  const isOpen = item.value === cell.id;
  return (
    <a
      class="job row"
      href={hrefOf({ view: 'jobs', item: isOpen ? undefined : cell.id })}
      aria-current={isOpen}
    >
      <span class="line">
        <StatusMark status={part?.status ?? 'generating'} />
        <span class="prompt" dir="auto">
          {job.prompt.slice(0, 300)}
        </span>
        <span class="scenario">{job.scenario}</span>
      </span>
      <TimelineBar cell={cell} />
      <span class="line small">
        <span class="step" dir="auto">
          {cell.text.value?.slice(0, 200) ?? (part?.status === 'completed' && durationText(job, part))}
        </span>
        <PollNote cell={cell} />
      </span>
    </a>
  );
}

function durationText({ started_at: started }: Job, { from }: CoursePart): string {
  const took = Date.parse(from) - Date.parse(started);
  return took === 0 ? 'At once' : `Took ${formatDuration(took)}`;
}

function PollNote({ cell }: { readonly cell: JobCell }) {
  const { value: polls } = cell.polls;
  // Computed from every frame, but the component renders only when the text changes.
  const ago = useComputed(() => formatAgo(now.value - (cell.polls.value.at(-1)?.at ?? 0)));
  if (polls.length === 0) return <span>not polled yet</span>;
  return (
    <span>
      {formatCount(polls.length, 'poll')}, last {ago}
    </span>
  );
}
