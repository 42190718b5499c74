/** The toolbar of the job list: start a job, search, and the statuses with their counts. */
import { Plus } from 'lucide-preact';
import { STATUS_LABELS } from '../parts/format.js';
import { SearchField } from '../parts/search-field.js';
import { openDialog } from '../state/dialogs.js';
import { STATUSES, statusCounts } from '../state/job-search.js';
import { jobs } from '../state/jobs.js';
import { filter, refine } from '../state/route.js';

export function JobsTools() {
  const counts = statusCounts.value;
  return (
    <div class="tools" role="toolbar" aria-label="Jobs">
      <button type="button" class="strong" onClick={() => (openDialog.value = { kind: 'start' })}>
        <Plus aria-hidden />
        Start job
      </button>
      <SearchField label="Search jobs" />
      <div class="chips" role="group" aria-label="Status">
        <Chip status="" label="All" count={jobs.value.length} />
        {STATUSES.map(
          (status) =>
            (counts[status] > 0 || filter.value.status === status) && (
              <Chip status={status} label={STATUS_LABELS[status]} count={counts[status]} key={status} />
            ),
        )}
      </div>
    </div>
  );
}

interface ChipProps {
  readonly status: string;
  readonly label: string;
  readonly count: number;
}

function Chip({ status, label, count }: ChipProps) {
  return (
    <button
      type="button"
      class={`chip ${status}`}
      aria-pressed={filter.value.status === status}
      onClick={() => refine({ filter: { status } })}
    >
      {label} <span class="number">{count.toLocaleString('en')}</span>
    </button>
  );
}
