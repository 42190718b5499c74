/** A row of the job list: prompt, status, timeline, start time, and a form for the reply to a question. */
import { useComputed } from '@preact/signals';
import { CornerDownLeft, Presentation, TriangleAlert } from 'lucide-preact';
import { pluralize } from '../../base/text/pluralize.js';
import type { JobInfo } from '../../generated/control-api.js';
import { formatAgo, formatDate, formatTime, STATUS_LABELS } from '../../ui/format.js';
import { StatusIcon } from '../../ui/status-icon.js';
import { TimelineBar } from '../components/timeline-bar.js';
import { now } from '../state/clock.js';
import { violationsByJob } from '../state/client-report.js';
import { presentationUrl, type JobModel } from '../state/jobs.js';
import { navigate, buildHref, item } from '../state/route.js';
import { ReplyForm } from './reply-form.js';

export function JobRow({ model }: { readonly model: JobModel }) {
  const { value: job } = model.job;
  const status = model.part.value?.status ?? 'generating';
  const isOpen = item.value === model.id;
  const started = Date.parse(job.started_at);
  return (
    <div class={`job row ${status}`} aria-current={isOpen}>
      <StatusIcon status={status} isIcon />
      <div class="row-main">
        <span class="cluster job-title">
          <a
            class="row-link"
            dir="auto"
            href={buildHref({ view: 'jobs', item: isOpen ? undefined : model.id })}
            aria-current={isOpen}
          >
            {job.prompt.slice(0, 300)}
          </a>
          <ViolationCount model={model} />
        </span>
        <span class="cluster job-line small">
          <a
            class="row-scenario"
            href={buildHref({ view: 'scenarios', item: job.scenario })}
            title={`Scenario ${job.scenario}`}
          >
            {job.scenario}
          </a>
          <span class="step" dir="auto">
            {STATUS_LABELS[status]}
            {model.text.value !== undefined && ` · ${model.text.value.slice(0, 200)}`}
            <PollSummary model={model} />
          </span>
        </span>
      </div>
      <TimelineBar model={model} onPick={(at) => navigate({ view: 'jobs', item: model.id, at })} />
      <time
        class="timestamp muted"
        dateTime={job.started_at}
        title={`Started ${formatDate(started)} ${formatTime(started)} UTC`}
      >
        {formatTime(started)}
      </time>
      <div class="cluster end row-actions">
        {status === 'awaiting_input' && !isOpen && <InlineReplyForm model={model} />}
        {status === 'completed' && <PresentationLink job={job} />}
      </div>
    </div>
  );
}

/** A reply form if the row has space for its text. Otherwise, a link that opens the job. */
function InlineReplyForm({ model: { id } }: { readonly model: JobModel }) {
  return (
    <>
      <ReplyForm id={id} isCompact />
      <a class="button open-reply" title="Reply" href={buildHref({ view: 'jobs', item: id })}>
        <CornerDownLeft aria-hidden />
        <span class="wide-row-text">Reply</span>
      </a>
    </>
  );
}

/** The number of exchanges of the job that violated a rule, with a link to the last one. */
export function ViolationCount({ model }: { readonly model: JobModel }) {
  const { value: violations } = useComputed(() => violationsByJob.value.get(model.id));
  if (!violations) return null;
  return (
    <a
      class="cluster violation-count"
      href={buildHref({ view: 'traffic', item: String(violations.at(-1)) })}
      title={`${pluralize(violations.length, 'request')} of the client violated a rule`}
    >
      <TriangleAlert aria-hidden size={14} />
      {violations.length}
      <span class="visually-hidden"> violated a rule</span>
    </a>
  );
}

/** Opens the presentation of a completed job in a new tab. */
export function PresentationLink({ job }: { readonly job: JobInfo }) {
  const url = presentationUrl(job);
  if (url === undefined) return null;
  return (
    <a class="button" href={url} target="_blank" rel="noreferrer" title="Open deck">
      <Presentation aria-hidden />
      <span class="wide-row-text">Open deck</span>
      <span class="visually-hidden"> of {job.prompt.slice(0, 60)}</span>
    </a>
  );
}

function PollSummary({ model }: { readonly model: JobModel }) {
  const { value: polls } = model.polls;
  // Computed from every frame, but the component renders only when the text changes.
  const ago = useComputed(() => formatAgo(now.value - (model.polls.value.at(-1)?.at ?? 0)));
  if (polls.length === 0) return <> · not polled yet</>;
  return (
    <>
      {' '}
      · {pluralize(polls.length, 'poll')}, last {ago}
    </>
  );
}
