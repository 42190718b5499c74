/** One job in full: its prompt, its bar to scrub, the exact body of a poll now or then, and what can be done to it. */
import { useSignal, useSignalEffect } from '@preact/signals';
import { SearchX, X } from 'lucide-preact';
import { useEffect } from 'preact/hooks';
import { jobVerbs } from '../api/verbs.js';
import type { Job } from '../../generated/control-api.js';
import { Trouble } from '../api/client.js';
import { Code, laidOut } from '../parts/code.js';
import { CopyButton } from '../parts/copy-button.js';
import { Notice } from '../parts/notice.js';
import { StatusMark } from '../parts/status-mark.js';
import { TimelineBar, useSpan } from '../parts/timeline-bar.js';
import { dayOf, lengthOf, timeOfDay } from '../parts/words.js';
import { clock, instant, nowBySeconds } from '../state/clock.js';
import type { JobCell } from '../state/jobs.js';
import { hrefOf } from '../state/route.js';
import { filter, NO_FILTER } from '../state/traffic.js';
import { JobVerbs } from './job-verbs.js';

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
  /** The instant that is looked at; undefined for now, as it goes on. */
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
          {dayOf(started)} {timeOfDay(started)}
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
      <Scrubber cell={cell} at={at.value} onScrub={(instantThen) => (at.value = instantThen)} />
      <ViewThen cell={cell} at={at.value} />
      <Course job={job} onPick={(instantThen) => (at.value = instantThen)} />
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
  const shown = at ?? nowBySeconds.value;
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
        aria-valuetext={`${lengthOf(shown - from)} after the start`}
        onInput={({ currentTarget }) => onScrub(from + ((to - from) * Number(currentTarget.value)) / STEPS)}
      />
      <div class="line small">
        <span>{timeOfDay(from)}</span>
        <button type="button" class="quiet" disabled={at === undefined} onClick={() => onScrub(undefined)}>
          Back to now
        </button>
        <span>+{lengthOf(to - from)}</span>
      </div>
    </div>
  );
}

function ViewThen({ cell, at }: { readonly cell: JobCell; readonly at: number | undefined }) {
  const seen = useSignal<{ readonly view: Job['view']; readonly at: number } | string | undefined>(undefined);
  const wanted = useSignal(at);
  useEffect(() => {
    wanted.value = at;
  }, [at]);
  // A poll's body changes with what happens to the job, and is asked for again then: not by the clock.
  useSignalEffect(() => {
    void [clock.value, cell.job.value, cell.polls.value];
    const then = wanted.value;
    const leaving = new AbortController();
    void look(cell.id, then, leaving.signal).then((found) => {
      if (found !== undefined && !leaving.signal.aborted) seen.value = found;
    });
    return () => leaving.abort();
  });
  const { value } = seen;
  if (value === undefined) return <p class="quiet-text">Asking…</p>;
  if (typeof value === 'string') return <p class="trouble">{value}</p>;
  const text = laidOut(value.view);
  const started = Date.parse(cell.job.value.started_at);
  return (
    <div class="poll-body">
      <div class="line">
        <h3>What a poll gets</h3>
        <span class="small">
          {at === undefined ? 'now, at ' : ''}
          {timeOfDay(value.at)} (+{lengthOf(Math.max(0, value.at - started))})
        </span>
        <CopyButton isQuiet label="Copy" text={() => text} />
      </div>
      <Code text={text} label="The body of a poll" />
    </div>
  );
}

async function look(id: string, at: number | undefined, signal: AbortSignal) {
  // While somebody scrubs, only the place where they rest is asked for.
  await new Promise((resolve) => setTimeout(resolve, at === undefined ? 0 : 40));
  if (signal.aborted) return undefined;
  try {
    const asked = at ?? instant();
    const { view } = await jobVerbs.get(id, at);
    return { view, at: asked };
  } catch (error) {
    if (error instanceof Trouble) return error.message;
    throw error;
  }
}

function Course({ job, onPick }: { readonly job: Job; readonly onPick: (at: number) => void }) {
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
              aria-label={`Look at ${lengthOf(Date.parse(from) - started)}`}
              onClick={() => onPick(Date.parse(from))}
            >
              +{lengthOf(Date.parse(from) - started)}
            </button>
            <StatusMark status={status} />
            <span dir="auto">{text}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}
