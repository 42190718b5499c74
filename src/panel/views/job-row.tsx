/** A row of the job list: prompt, state, bar and start of a job. Its form replies to a question. */
import { useComputed } from '@preact/signals';
import { CornerDownLeft, Presentation, TriangleAlert } from 'lucide-preact';
import { pluralize } from '../../base/text/pluralize.js';
import type { JobInfo } from '../../generated/control-api.js';
import { formatAgo, formatDate, formatTime, STATUS_LABELS } from '../parts/format.js';
import { StatusIcon } from '../parts/status-mark.js';
import { TimelineBar } from '../components/timeline-bar.js';
import { now } from '../state/clock.js';
import { violationsByJob } from '../state/client-report.js';
import { presentationUrl, type JobModel } from '../state/jobs.js';
import { navigate, buildHref, item } from '../state/route.js';
import { ReplyForm } from './reply-form.js';

export function JobRow({ cell }: { readonly cell: JobModel }) {
  const { value: job } = cell.job;
  const status = cell.part.value?.status ?? 'generating';
  const isOpen = item.value === cell.id;
  const started = Date.parse(job.started_at);
  return (
    <div class={`job row ${status}`} aria-current={isOpen}>
      <StatusIcon status={status} isIcon />
      <div class="what">
        <a
          class="prompt whole-row"
          dir="auto"
          href={buildHref({ view: 'jobs', item: isOpen ? undefined : cell.id })}
          aria-current={isOpen}
        >
          {job.prompt.slice(0, 300)}
        </a>
        <span class="step" dir="auto">
          {STATUS_LABELS[status]}
          {cell.text.value !== undefined && ` · ${cell.text.value.slice(0, 200)}`}
          <PollSummary cell={cell} />
        </span>
      </div>
      <ViolationCount cell={cell} />
      <TimelineBar cell={cell} onPick={(at) => navigate({ view: 'jobs', item: cell.id, at })} />
      <time
        class="when"
        dateTime={job.started_at}
        title={`Started ${formatDate(started)} ${formatTime(started)} UTC`}
      >
        {formatTime(started)}
      </time>
      <div class="act">
        {status === 'awaiting_input' && !isOpen && <InlineReplyForm cell={cell} />}
        {status === 'completed' && <DeckLink job={job} />}
      </div>
    </div>
  );
}

/** A form where the row has space for it, so that no reply is sent that cannot be seen. Otherwise the reply opens the job. */
function InlineReplyForm({ cell: { id } }: { readonly cell: JobModel }) {
  return (
    <>
      <ReplyForm id={id} isCompact />
      <a class="button open-reply" title="Reply" href={buildHref({ view: 'jobs', item: id })}>
        <CornerDownLeft aria-hidden />
        <span class="deck-text">Reply</span>
      </a>
    </>
  );
}

/** How many exchanges of the job broke a rule, with a link to the last one. */
export function ViolationCount({ cell }: { readonly cell: JobModel }) {
  const { value: broken } = useComputed(() => violationsByJob.value.get(cell.id));
  if (!broken) return null;
  return (
    <a
      class="broken-count"
      href={buildHref({ view: 'traffic', item: String(broken.at(-1)) })}
      title={`${pluralize(broken.length, 'request')} of the client broke a rule`}
    >
      <TriangleAlert aria-hidden size={14} />
      {broken.length}
      <span class="unseen"> broke a rule</span>
    </a>
  );
}

/** Opens the deck of a completed job in a new tab. */
export function DeckLink({ job }: { readonly job: JobInfo }) {
  const url = presentationUrl(job);
  if (url === undefined) return null;
  return (
    <a class="button" href={url} target="_blank" rel="noreferrer" title="Open deck">
      <Presentation aria-hidden />
      <span class="deck-text">Open deck</span>
      <span class="unseen"> of {job.prompt.slice(0, 60)}</span>
    </a>
  );
}

function PollSummary({ cell }: { readonly cell: JobModel }) {
  const { value: polls } = cell.polls;
  // Computed from every frame, but the component renders only when the text changes.
  const ago = useComputed(() => formatAgo(now.value - (cell.polls.value.at(-1)?.at ?? 0)));
  if (polls.length === 0) return <> · not polled yet</>;
  return (
    <>
      {' '}
      · {pluralize(polls.length, 'poll')}, last {ago}
    </>
  );
}
