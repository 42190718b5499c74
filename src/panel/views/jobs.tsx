/** The list of jobs, those that wait first, and the details of the open one. */
import { Ellipsis, Play, Rocket, SearchX } from 'lucide-preact';
import { counted } from '../../base/text/counted.js';
import { STATUS_LABELS } from '../parts/format.js';
import { Notice } from '../parts/notice.js';
import { SearchField } from '../parts/search-field.js';
import { Toolbar } from '../parts/toolbar.js';
import { VirtualList } from '../parts/virtual-list.js';
import { openDialog } from '../state/dialogs.js';
import { NO_FILTER } from '../state/filter.js';
import { shownJobs, STATUSES, statusCounts } from '../state/job-search.js';
import { cellOf, jobs, total } from '../state/jobs.js';
import { filter, item, refine } from '../state/route.js';
import { startJob } from '../state/start-job.js';
import { attempt } from '../state/toasts.js';
import { EvictionNote } from './eviction-note.js';
import { JobDetail } from './job-detail.js';
import { JobRow } from './job-row.js';

const ROW = 3;

export function JobsView() {
  const open = item.value;
  const { length } = jobs.value;
  if (length === 0 && open === undefined) return <NoJobs />;
  const hidden = total.value - length;
  return (
    <div class={open === undefined ? 'split' : 'split open'}>
      <section class="list" aria-label="Jobs">
        <JobsTools />
        {shownJobs.value.length === 0 ? (
          <NoMatch />
        ) : (
          <VirtualList
            items={shownJobs.value}
            keyOf={({ id }) => id}
            row={(cell) => <JobRow cell={cell} />}
            height={ROW}
            label="Jobs, those that wait first, then the newest"
            open={open}
          />
        )}
        {hidden > 0 && <p class="foot">{counted(hidden, 'older job is', 'older jobs are')} not listed.</p>}
        <EvictionNote />
      </section>
      {open !== undefined && <JobDetail id={open} cell={cellOf(open)} key={open} />}
    </div>
  );
}

function StartJob() {
  // One primary button on a screen: that of the open job, if one is open.
  return (
    <button
      type="button"
      class={item.value === undefined ? 'strong' : ''}
      onClick={() => void attempt(() => startJob())}
    >
      <Play aria-hidden />
      Start job
    </button>
  );
}

function JobsTools() {
  const counts = statusCounts.value;
  const { status: selected } = filter.value;
  return (
    <Toolbar class="tools" label="Jobs">
      <SearchField label="Search jobs" />
      <div class="chips" role="group" aria-label="Status">
        {(['', ...STATUSES] as const).map(
          (status) =>
            (status === '' || counts[status] > 0 || selected === status) && (
              <button
                type="button"
                class={`chip ${status}`}
                aria-pressed={selected === status}
                onClick={() => refine({ filter: { status } })}
                key={status}
              >
                {status === '' ? 'All' : STATUS_LABELS[status]}{' '}
                <span class="number">{counts[status].toLocaleString('en')}</span>
              </button>
            ),
        )}
      </div>
      <span class="buttons">
        <StartJob />
        <button
          type="button"
          title="Start a job with a prompt (N)"
          onClick={() => (openDialog.value = { kind: 'start' })}
        >
          <Ellipsis aria-hidden />
          <span class="unseen">Start a job with a prompt</span>
        </button>
      </span>
    </Toolbar>
  );
}

function NoJobs() {
  return (
    <Notice icon={Rocket} title="No jobs yet">
      <p>Jobs that your app starts appear here at once.</p>
      <div class="buttons">
        <StartJob />
        <button type="button" onClick={() => (openDialog.value = { kind: 'connect' })}>
          Connect your app
        </button>
      </div>
    </Notice>
  );
}

function NoMatch() {
  return (
    <Notice icon={SearchX} title="No job matches">
      <button type="button" onClick={() => refine({ filter: NO_FILTER })}>
        Show all
      </button>
    </Notice>
  );
}
