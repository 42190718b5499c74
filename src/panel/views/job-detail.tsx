/** The details of one job: its prompt, actions, timeline, and the status response at any time. */
import { useSignal } from '@preact/signals';
import { SearchX, X } from 'lucide-preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { CopyButton } from '../components/copy-button.js';
import { formatDate, formatDuration, formatTime } from '../../ui/format.js';
import { Notice } from '../components/notice.js';
import { StatusIcon } from '../../ui/status-icon.js';
import { TimelineBar } from '../components/timeline-bar.js';
import { now } from '../state/clock.js';
import { NO_FILTER } from '../state/filter.js';
import type { JobModel } from '../state/jobs.js';
import { at, buildHref, replaceRoute } from '../state/route.js';
import { workspace } from '../state/workspace.js';
import { ViolationCount, PresentationLink } from './job-row.js';
import { JobActions } from './job-actions.js';
import { JobTimeControls } from './job-time-controls.js';
import { StatusResponse } from './status-response.js';

interface JobDetailProps {
  readonly id: string;
  readonly model: JobModel | undefined;
}

export function JobDetail({ id, model }: JobDetailProps) {
  return (
    <section class="detail" aria-label="Job">
      <header class="line sticky detail-head">
        <h2 class="mono">{id.slice(0, 80)}</h2>
        <div class="line">
          {model && <CopyButton isQuiet isIcon label="Copy a link to this time" text={() => jobLink(id)} />}
          <a class="button button-plain close" href={buildHref({ view: 'jobs' })} aria-label="Close the job">
            <X aria-hidden />
          </a>
        </div>
      </header>
      {model ? (
        <JobContent model={model} />
      ) : (
        <Notice icon={SearchX} title="No such job">
          <p>It was deleted, or it belongs to another workspace.</p>
        </Notice>
      )}
    </section>
  );
}

/** The URL of the job at the selected time, or now. */
function jobLink(id: string): string {
  const href = buildHref({ view: 'jobs', item: id, at: at.peek() ?? now.peek(), filter: NO_FILTER });
  return new URL(href, location.href).href;
}

function JobContent({ model }: { readonly model: JobModel }) {
  const { value: job } = model.job;
  /** The selected time; undefined follows the clock. */
  const instant = at.value;
  const status = model.part.value?.status ?? 'generating';
  const started = Date.parse(job.started_at);
  return (
    <>
      <Prompt text={job.prompt} />
      <p class="cluster wrap facts">
        <StatusIcon status={status} />
        <a href={buildHref({ view: 'scenarios', item: job.scenario })}>{job.scenario}</a>
        <span>{job.template_id}</span>
        <time dateTime={job.started_at}>
          {formatDate(started)} {formatTime(started)}
        </time>
        <a href={buildHref({ view: 'traffic', filter: { ...NO_FILTER, job: model.id } })}>Its exchanges</a>
        {workspace.value?.recording === undefined && (
          <a href={buildHref({ view: 'scenarios', edit: model.id })}>Make a scenario of this job</a>
        )}
        <ViolationCount model={model} />
        {status === 'completed' && <PresentationLink job={job} />}
      </p>
      <JobActions key={model.id} id={model.id} job={job} status={status} />
      <div class="scrubber">
        <TimelineBar
          model={model}
          slider={{ at: instant }}
          onPick={(picked) => replaceRoute({ at: picked })}
        />
        <div class="line small">
          <span>
            {instant === undefined
              ? 'Click the bar to inspect another time.'
              : `Shows +${formatDuration(instant - started)}.`}
          </span>
          <button
            type="button"
            class="button-plain"
            disabled={instant === undefined}
            onClick={() => replaceRoute({ at: undefined })}
          >
            Back to now
          </button>
        </div>
      </div>
      <JobTimeControls model={model} at={instant} />
      <StatusResponse model={model} at={instant} />
    </>
  );
}

/** The prompt. Longer prompts are truncated to three lines, with a button to expand them. */
function Prompt({ text }: { readonly text: string }) {
  const isExpanded = useSignal(false);
  const isTruncated = useSignal(false);
  const element = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => {
    const { current } = element;
    if (!isExpanded.peek())
      isTruncated.value = current !== null && current.scrollHeight > current.clientHeight + 1;
  });
  return (
    <div>
      <p
        class={isExpanded.value ? 'full-prompt preformatted' : 'full-prompt preformatted truncated'}
        dir="auto"
        ref={element}
      >
        {text}
      </p>
      {isTruncated.value && (
        <button
          type="button"
          class="link"
          aria-expanded={isExpanded.value}
          onClick={() => (isExpanded.value = !isExpanded.value)}
        >
          {isExpanded.value ? 'Less' : 'More'}
        </button>
      )}
    </div>
  );
}
