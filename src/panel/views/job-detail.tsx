/** All details of one job: its prompt, actions, timeline, and the body of a poll at any instant. */
import { SearchX, X } from 'lucide-preact';
import type { Job } from '../../generated/control-api.js';
import { CopyButton } from '../parts/copy-button.js';
import { Notice } from '../parts/notice.js';
import { StatusMark } from '../parts/status-mark.js';
import { formatDate, formatDuration, formatTime } from '../parts/format.js';
import { now } from '../state/clock.js';
import { NO_FILTER } from '../state/filter.js';
import type { JobCell } from '../state/jobs.js';
import { at, hrefOf, refine } from '../state/route.js';
import { JobExchanges } from './job-exchanges.js';
import { DeckLink } from './job-row.js';
import { JobTime } from './job-time.js';
import { JobVerbs } from './job-verbs.js';
import { PollBody } from './poll-body.js';
import { Scrubber } from './scrubber.js';

interface JobDetailProps {
  readonly id: string;
  readonly cell: JobCell | undefined;
}

export function JobDetail({ id, cell }: JobDetailProps) {
  return (
    <section class="detail" aria-label="Job">
      <header class="detail-head">
        <h2 class="mono">{id.slice(0, 80)}</h2>
        <div class="line">
          {cell && <CopyButton isQuiet isIcon label="Copy a link to this moment" text={() => linkOf(id)} />}
          <a class="button quiet close" href={hrefOf({ view: 'jobs' })} aria-label="Close the job">
            <X aria-hidden />
          </a>
        </div>
      </header>
      {cell ? (
        <KnownJob cell={cell} />
      ) : (
        <Notice icon={SearchX} title="No such job">
          <p>It was deleted, or it belongs to another workspace.</p>
        </Notice>
      )}
    </section>
  );
}

/** The address of the job at the selected instant, or now. */
function linkOf(id: string): string {
  const href = hrefOf({ view: 'jobs', item: id, at: at.peek() ?? now.peek(), filter: NO_FILTER });
  return new URL(href, location.href).href;
}

function KnownJob({ cell }: { readonly cell: JobCell }) {
  const { value: job } = cell.job;
  /** The selected instant; undefined follows the clock. */
  const instant = at.value;
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
          {instant !== undefined && <span class="small"> now, viewing {formatTime(instant)}</span>}
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
          <a href={hrefOf({ view: 'traffic', filter: { ...NO_FILTER, job: cell.id } })}>its exchanges</a>
        </dd>
      </dl>
      {part?.status === 'completed' && (
        <div class="buttons">
          <DeckLink job={job} isButton />
        </div>
      )}
      <JobVerbs key={cell.id} id={cell.id} job={job} status={part?.status ?? 'generating'} />
      <Scrubber cell={cell} at={instant} />
      <JobTime cell={cell} at={instant} />
      <PollBody cell={cell} at={instant} />
      <JobTimeline job={job} />
      <JobExchanges cell={cell} />
    </>
  );
}

function JobTimeline({ job }: { readonly job: Job }) {
  const started = Date.parse(job.started_at);
  return (
    <div>
      <h3>Timeline</h3>
      <ol class="timeline">
        {(job.timeline ?? []).map(({ from, status, text }) => (
          <li key={from + status}>
            <button
              type="button"
              class="quiet"
              aria-label={`Show ${formatDuration(Date.parse(from) - started)}`}
              onClick={() => refine({ at: Date.parse(from) })}
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
