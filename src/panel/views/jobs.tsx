/** The list of jobs, waiting ones first, and the details of the open job. */
import { Ellipsis, Play, Rocket, SearchX } from 'lucide-preact';
import { pluralize } from '../../base/text/pluralize.js';
import { STATUS_LABELS } from '../../ui/format.js';
import { Notice } from '../components/notice.js';
import { RowList } from '../components/row-list.js';
import { SearchField } from '../components/search-field.js';
import { Toolbar } from '../components/toolbar.js';
import { currentDialog } from '../state/dialogs.js';
import { NO_FILTER } from '../state/filter.js';
import { visibleJobs, STATUSES, statusCounts } from '../state/job-search.js';
import { getJobModel, jobs, totalJobs, type JobModel } from '../state/jobs.js';
import { filter, item, replaceRoute } from '../state/route.js';
import { startJob } from '../state/start-job.js';
import { runWithToast } from '../state/toasts.js';
import { EvictionNote } from './eviction-note.js';
import { JobDetail } from './job-detail.js';
import { JobRow } from './job-row.js';

const renderRow = (model: JobModel) => <JobRow model={model} />;

export function JobsView() {
  const open = item.value;
  const { length } = jobs.value;
  if (length === 0 && open === undefined) return <NoJobs />;
  const unlisted = totalJobs.value - length;
  return (
    <div class={open === undefined ? 'split' : 'split open'}>
      <section class="list" aria-label="Jobs">
        <JobsTools />
        {visibleJobs.value.length === 0 ? (
          <NoMatch />
        ) : (
          <RowList
            items={visibleJobs.value}
            keyOf={({ id }) => id}
            row={renderRow}
            label="Jobs, waiting ones first, then the newest"
            open={open}
          />
        )}
        {unlisted > 0 && (
          <p class="list-footer">{pluralize(unlisted, 'older job is', 'older jobs are')} not listed.</p>
        )}
        <EvictionNote />
      </section>
      {open !== undefined && <JobDetail id={open} model={getJobModel(open)} key={open} />}
    </div>
  );
}

function StartJob() {
  // Not the primary button while a job is open: its details have one.
  return (
    <button
      type="button"
      class={item.value === undefined ? 'button-primary' : ''}
      onClick={() => void runWithToast(() => startJob())}
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
    <Toolbar class="cluster wrap tools" label="Jobs">
      <SearchField label="Search jobs" />
      <div class="cluster wrap chips" role="group" aria-label="Status">
        {(['', ...STATUSES] as const).map(
          (status) =>
            (status === '' || counts[status] > 0 || selected === status) && (
              <button
                type="button"
                class={`chip ${status}`}
                aria-pressed={selected === status}
                onClick={() => replaceRoute({ filter: { status } })}
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
          onClick={() => (currentDialog.value = { kind: 'start' })}
        >
          <Ellipsis aria-hidden />
          <span class="visually-hidden">Start a job with a prompt</span>
        </button>
      </span>
    </Toolbar>
  );
}

function NoJobs() {
  return (
    <Notice icon={Rocket} title="No jobs yet">
      <p>Jobs that your app starts appear here immediately.</p>
      <div class="buttons">
        <StartJob />
        <button type="button" onClick={() => (currentDialog.value = { kind: 'connect' })}>
          Connect your app
        </button>
      </div>
    </Notice>
  );
}

function NoMatch() {
  return (
    <Notice icon={SearchX} title="No job matches">
      <button type="button" onClick={() => replaceRoute({ filter: NO_FILTER })}>
        Show all
      </button>
    </Notice>
  );
}
