/** All details of one job: its prompt, actions, timeline, and the body of a poll at any instant. */
import { useSignal } from '@preact/signals';
import { SearchX, X, SkipForward, TimerReset } from 'lucide-preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { CopyButton } from '../components/copy-button.js';
import { formatDate, formatDuration, formatTime } from '../parts/format.js';
import { Notice } from '../components/notice.js';
import { StatusIcon } from '../parts/status-mark.js';
import { TimelineBar } from '../components/timeline-bar.js';
import { now, nowInSeconds } from '../state/clock.js';
import { NO_FILTER } from '../state/filter.js';
import type { JobModel, Status } from '../state/jobs.js';
import { at, buildHref, replaceRoute } from '../state/route.js';
import { advanceClockToNextEvent } from '../control-bar/clock-controls.js';
import { workspaceClient } from '../api/client.js';
import { runWithToast } from '../state/toasts.js';
import { ViolationCount, DeckLink } from './job-row.js';
import { JobActions } from './job-actions.js';
import { StatusResponse } from './status-response.js';

interface JobDetailProps {
  readonly id: string;
  readonly cell: JobModel | undefined;
}

export function JobDetail({ id, cell }: JobDetailProps) {
  return (
    <section class="detail" aria-label="Job">
      <header class="detail-head">
        <h2 class="mono">{id.slice(0, 80)}</h2>
        <div class="line">
          {cell && <CopyButton isQuiet isIcon label="Copy a link to this moment" text={() => jobLink(id)} />}
          <a class="button quiet close" href={buildHref({ view: 'jobs' })} aria-label="Close the job">
            <X aria-hidden />
          </a>
        </div>
      </header>
      {cell ? (
        <JobContent cell={cell} />
      ) : (
        <Notice icon={SearchX} title="No such job">
          <p>It was deleted, or it belongs to another workspace.</p>
        </Notice>
      )}
    </section>
  );
}

/** The address of the job at the selected instant, or now. */
function jobLink(id: string): string {
  const href = buildHref({ view: 'jobs', item: id, at: at.peek() ?? now.peek(), filter: NO_FILTER });
  return new URL(href, location.href).href;
}

function JobContent({ cell }: { readonly cell: JobModel }) {
  const { value: job } = cell.job;
  /** The selected instant; undefined follows the clock. */
  const instant = at.value;
  const status = cell.part.value?.status ?? 'generating';
  const started = Date.parse(job.started_at);
  return (
    <>
      <Prompt text={job.prompt} />
      <p class="facts">
        <StatusIcon status={status} />
        <a href={buildHref({ view: 'scenarios', item: job.scenario })}>{job.scenario}</a>
        <span>{job.template_id}</span>
        <time dateTime={job.started_at}>
          {formatDate(started)} {formatTime(started)}
        </time>
        <a href={buildHref({ view: 'traffic', filter: { ...NO_FILTER, job: cell.id } })}>Its exchanges</a>
        <ViolationCount cell={cell} />
        {status === 'completed' && <DeckLink job={job} />}
      </p>
      <JobActions key={cell.id} id={cell.id} job={job} status={status} />
      <div class="scrubber">
        <TimelineBar cell={cell} slider={{ at: instant }} onPick={(picked) => replaceRoute({ at: picked })} />
        <div class="line small">
          <span>
            {instant === undefined
              ? 'Click the bar to inspect another time.'
              : `Shows +${formatDuration(instant - started)}.`}
          </span>
          <button
            type="button"
            class="quiet"
            disabled={instant === undefined}
            onClick={() => replaceRoute({ at: undefined })}
          >
            Back to now
          </button>
        </div>
      </div>
      <JobTimeControls cell={cell} at={instant} />
      <StatusResponse cell={cell} at={instant} />
    </>
  );
}

/** Three lines of the prompt. A longer one ends with "more". */
function Prompt({ text }: { readonly text: string }) {
  const isWhole = useSignal(false);
  const isCut = useSignal(false);
  const element = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => {
    const { current } = element;
    if (!isWhole.peek()) isCut.value = current !== null && current.scrollHeight > current.clientHeight + 1;
  });
  return (
    <div>
      <p class={isWhole.value ? 'prompt-whole' : 'prompt-whole cut'} dir="auto" ref={element}>
        {text}
      </p>
      {isCut.value && (
        <button
          type="button"
          class="link"
          aria-expanded={isWhole.value}
          onClick={() => (isWhole.value = !isWhole.value)}
        >
          {isWhole.value ? 'Less' : 'More'}
        </button>
      )}
    </div>
  );
}

/* Moves the clock for one job: to its next event, to just before it asks or ends, or to the selected instant. */

/** Milliseconds before an event at which the clock stops, so that the app polls the state before it once more. */
const STOP_MARGIN_MS = 1000;

const BEFORE_LABELS: Readonly<Record<Exclude<Status, 'generating'>, string>> = {
  awaiting_input: 'Stop before it asks',
  completed: 'Stop before it completes',
  failed: 'Stop before it fails',
};

interface JobTimeProps {
  readonly cell: JobModel;
  readonly at: number | undefined;
}

function JobTimeControls({ cell, at }: JobTimeProps) {
  const current = nowInSeconds.value;
  const { timeline = [] } = cell.job.value;
  const { value: part } = cell.part;
  // The current part and not the whole seconds decide, so that no event is offered after the end.
  const coming = timeline.filter(({ from }) => !part || Date.parse(from) > Date.parse(part.from));
  if (coming.length === 0) return null;
  const stops = coming.flatMap(({ status, from }) =>
    status === 'generating' ? [] : [{ label: BEFORE_LABELS[status], at: Date.parse(from) }],
  );
  const isAhead = at !== undefined && at > current;
  const stopAt = (instant: number): void =>
    void runWithToast(async () => {
      const { clock } = workspaceClient();
      await clock.pause();
      const by = Math.floor(instant) - (await clock.now());
      if (by > 0) await clock.advance(by);
      replaceRoute({ at: undefined });
    });
  return (
    <div class="buttons">
      {isAhead && (
        <button type="button" class="strong" onClick={() => stopAt(at)}>
          <TimerReset aria-hidden />
          Go to +{formatDuration(at - Date.parse(cell.job.value.started_at))} and pause
        </button>
      )}
      <button type="button" onClick={() => void advanceClockToNextEvent(cell.id)}>
        <SkipForward aria-hidden />
        Next event of this job
      </button>
      {stops.slice(0, 2).map(({ label, at: event }) => (
        <button
          type="button"
          key={event}
          title={`Pauses the clock ${formatDuration(STOP_MARGIN_MS)} before`}
          onClick={() => stopAt(Math.max(event - STOP_MARGIN_MS, Math.min(now.peek(), event - 1)))}
        >
          <TimerReset aria-hidden />
          {label}
        </button>
      ))}
    </div>
  );
}
