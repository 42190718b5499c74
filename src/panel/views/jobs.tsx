/** The list of jobs, the newest first, and the details of the open one. */
import { Rocket, SearchX } from 'lucide-preact';
import { EvictionNote } from './eviction-note.js';
import { Notice } from '../parts/notice.js';
import { VirtualList } from '../parts/virtual-list.js';
import { counted } from '../../base/text/counted.js';
import { openDialog } from '../state/dialogs.js';
import { NO_FILTER } from '../state/filter.js';
import { shownJobs } from '../state/job-search.js';
import { cellOf, jobs, total } from '../state/jobs.js';
import { item, refine } from '../state/route.js';
import { JobDetail } from './job-detail.js';
import { JobRow } from './job-row.js';
import { JobsTools } from './jobs-tools.js';

const ROW = 6;

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
            label="Jobs, the newest first"
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

function NoJobs() {
  return (
    <Notice icon={Rocket} title="No jobs yet">
      <p>Jobs that your app starts appear here at once.</p>
      <div class="buttons">
        <button type="button" class="strong" onClick={() => (openDialog.value = { kind: 'start' })}>
          Start a job
        </button>
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
