/** All details of one job: its prompt, actions, timeline, and the body of a poll at any instant. */
import { useSignal } from '@preact/signals';
import { SearchX, X } from 'lucide-preact';
import type { Job } from '../../generated/control-api.js';
import { Notice } from '../parts/notice.js';
import { StatusMark } from '../parts/status-mark.js';
import { TimelineBar, useSpan } from '../parts/timeline-bar.js';
import { formatDate, formatDuration, formatTime } from '../parts/format.js';
import { nowInSeconds } from '../state/clock.js';
import type { JobCell } from '../state/jobs.js';
import { hrefOf } from '../state/route.js';
import { filter, NO_FILTER } from '../state/traffic.js';
import { JobVerbs } from './job-verbs.js';
import { PollBody } from './poll-body.js';

interface JobDetailProps {
  readonly id: string;
  readonly cell: JobCell | undefined;
}

export function JobDetail({ id, cell }: JobDetailProps) {
  return (
    <section class="detail" aria-label="Job">
      <header class="detail-head">
        <h2 class="mono">{id.slice(0, 80)}</h2>
        <a class="button quiet" href={hrefOf({ view: 'jobs' })} aria-label="Close the job">
          <X aria-hidden />
        </a>
      </header>
      {cell ? (
        <KnownJob cell={cell} />
      ) : (
        <Notice icon={SearchX} title="No such job">
          <p>It may have been forgotten, or belong to another workspace.</p>
        </Notice>
      )}
    </section>
  );
}

function KnownJob({ cell }: { readonly cell: JobCell }) {
  const { value: job } = cell.job;
  /** The selected instant; undefined follows the clock. */
  const at = useSignal<number | undefined>(undefined);
  const started = Date.parse(job.started_at);
  const { value: part } = cell.part;
  return (
    <>
      <p class="prompt-whole" dir="auto">
        {job.prompt}
      </p>
      <dl class="facts">
        <dt>Status</dt>
        <dd>
          <StatusMark status={part?.status ?? 'generating'} />
        </dd>
        <dt>Scenario</dt>
        <dd>
          <a href={hrefOf({ view: 'scenarios', item: job.scenario })}>{job.scenario}</a>
        </dd>
        <dt>Template</dt>
        <dd>{job.template_id}</dd>
        <dt>Started</dt>
        <dd>
          {formatDate(started)} {formatTime(started)}
        </dd>
        <dt>Traffic</dt>
        <dd>
          <a
            href={hrefOf({ view: 'traffic' })}
            onClick={() => (filter.value = { ...NO_FILTER, job: cell.id })}
          >
            its exchanges
          </a>
        </dd>
      </dl>
      <JobVerbs id={cell.id} job={job} status={part?.status ?? 'generating'} />
      <Scrubber cell={cell} at={at.value} onScrub={(instant) => (at.value = instant)} />
      <PollBody cell={cell} at={at.value} />
      <JobTimeline job={job} onPick={(instant) => (at.value = instant)} />
    </>
  );
}

interface ScrubberProps {
  readonly cell: JobCell;
  readonly at: number | undefined;
  readonly onScrub: (at: number | undefined) => void;
}

const STEPS = 1000;

function Scrubber({ cell, at, onScrub }: ScrubberProps) {
  const { from, to } = useSpan(cell).value;
  const shown = at ?? nowInSeconds.value;
  const value = Math.min(STEPS, Math.max(0, Math.round((STEPS * (shown - from)) / (to - from))));
  return (
    <div class="scrubber">
      <TimelineBar cell={cell} at={at} />
      <input
        type="range"
        min={0}
        max={STEPS}
        value={value}
        aria-label="Instant to look at"
        aria-valuetext={`${formatDuration(shown - from)} after the start`}
        onInput={({ currentTarget }) => onScrub(from + ((to - from) * Number(currentTarget.value)) / STEPS)}
      />
      <div class="line small">
        <span>{formatTime(from)}</span>
        <button type="button" class="quiet" disabled={at === undefined} onClick={() => onScrub(undefined)}>
          Back to now
        </button>
        <span>+{formatDuration(to - from)}</span>
      </div>
    </div>
  );
}

function JobTimeline({ job, onPick }: { readonly job: Job; readonly onPick: (at: number) => void }) {
  const started = Date.parse(job.started_at);
  return (
    <div>
      <h3>Its course</h3>
      <ol class="course">
        {(job.course ?? []).map(({ from, status, text }) => (
          <li key={from + status}>
            <button
              type="button"
              class="quiet"
              aria-label={`Look at ${formatDuration(Date.parse(from) - started)}`}
              onClick={() => onPick(Date.parse(from))}
            >
              +{formatDuration(Date.parse(from) - started)}
            </button>
            <StatusMark status={status} />
            <span dir="auto">{text}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}
