/** A row of the job list: the prompt, status and timeline of a job. A click opens the job, a click on the bar that moment. */
import { useComputed } from '@preact/signals';
import { Presentation } from 'lucide-preact';
import { deckOf } from '../state/jobs.js';
import type { TimelinePart, Job } from '../../generated/control-api.js';
import { StatusMark } from '../parts/status-mark.js';
import { TimelineBar } from '../parts/timeline-bar.js';
import { counted } from '../../base/text/counted.js';
import { formatAgo, formatDuration } from '../parts/format.js';
import { now } from '../state/clock.js';
import type { JobCell } from '../state/jobs.js';
import { go, hrefOf, item } from '../state/route.js';

export function JobRow({ cell }: { readonly cell: JobCell }) {
  const { value: job } = cell.job;
  const { value: part } = cell.part;
  const isOpen = item.value === cell.id;
  return (
    <div class="job row" aria-current={isOpen}>
      <span class="line">
        <StatusMark status={part?.status ?? 'generating'} />
        <a
          class="prompt whole-row"
          dir="auto"
          href={hrefOf({ view: 'jobs', item: isOpen ? undefined : cell.id })}
          aria-current={isOpen}
        >
          {job.prompt.slice(0, 300)}
        </a>
        <span class="scenario">{job.scenario}</span>
      </span>
      <TimelineBar cell={cell} onPick={(at) => go({ view: 'jobs', item: cell.id, at })} />
      <span class="line small">
        <span class="step" dir="auto">
          {cell.text.value?.slice(0, 200) ?? (part?.status === 'completed' && durationText(job, part))}
        </span>
        {part?.status === 'completed' && <DeckLink job={job} />}
        <PollNote cell={cell} />
      </span>
    </div>
  );
}

/** Opens the deck of a completed job in a new tab. */
export function DeckLink({ job, isButton = false }: { readonly job: Job; readonly isButton?: boolean }) {
  const url = deckOf(job);
  if (url === undefined) return null;
  return (
    <a class={isButton ? 'button strong' : 'deck-link'} href={url} target="_blank" rel="noreferrer">
      <Presentation aria-hidden size={16} />
      Open deck
      {!isButton && <span class="unseen"> of {job.prompt.slice(0, 60)}</span>}
    </a>
  );
}

function durationText({ started_at: started }: Job, { from }: TimelinePart): string {
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
      {counted(polls.length, 'poll')}, last {ago}
    </span>
  );
}
