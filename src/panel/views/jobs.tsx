/** The list of jobs, the newest first, and the details of the open one. */
import { Rocket } from 'lucide-preact';
import { CopyButton } from '../parts/copy-button.js';
import { Notice } from '../parts/notice.js';
import { VirtualList } from '../parts/virtual-list.js';
import { formatCount } from '../parts/format.js';
import { cellOf, jobs, total } from '../state/jobs.js';
import { item, workspaceId } from '../state/route.js';
import { JobDetail } from './job-detail.js';
import { JobRow } from './job-row.js';
import { startCommand } from './start-command.js';

const ROW = 6;

export function JobsView() {
  const open = item.value;
  const { length } = jobs.value;
  if (length === 0) return <NoJobs />;
  const hidden = total.value - length;
  return (
    <div class={open === undefined ? 'split' : 'split open'}>
      <section class="list" aria-label="Jobs">
        <VirtualList
          items={jobs.value}
          keyOf={({ id }) => id}
          row={(cell) => <JobRow cell={cell} />}
          height={ROW}
          label="Jobs, the newest first"
        />
        {hidden > 0 && (
          <p class="foot">{formatCount(hidden, 'older job is', 'older jobs are')} not listed.</p>
        )}
      </section>
      {open !== undefined && <JobDetail id={open} cell={cellOf(open)} key={open} />}
    </div>
  );
}

function NoJobs() {
  const line = startCommand(workspaceId.value);
  return (
    <Notice icon={Rocket} title="No jobs yet">
      <p>Start one from your app, or from a shell. It shows here at once.</p>
      <pre class="code" tabIndex={0} role="region" aria-label="Command line">
        <code>{line}</code>
      </pre>
      <CopyButton label="Copy" text={() => line} />
    </Notice>
  );
}
