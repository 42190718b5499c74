/** The toolbar of the traffic view: search, filters, the HAR download, and clearing the journal. */
import { useSignal } from '@preact/signals';
import { Download, Trash2 } from 'lucide-preact';
import { workspaceClient } from '../api/client.js';
import { ConfirmDialog } from '../../ui/dialog.js';
import { download } from '../components/download.js';
import { pluralize } from '../../base/text/pluralize.js';
import { SearchField } from '../components/search-field.js';
import { Toolbar } from '../components/toolbar.js';
import { isEmpty, NO_FILTER, type Filter } from '../state/filter.js';
import { filter, replaceRoute, workspaceId } from '../state/route.js';
import { runWithToast } from '../state/toasts.js';
import { visibleExchanges, UNASSIGNED, unassignedCount, VIOLATION } from '../state/traffic-search.js';
import { exchanges } from '../state/traffic.js';
import { OPERATION_LABELS, OPERATIONS } from '../components/operation-labels.js';

const STATUS_FILTERS: readonly (readonly [value: string, label: string])[] = [
  ['2xx', '2xx: success'],
  ['4xx', '4xx: client error'],
  ['429', '429: too many requests'],
  ['5xx', '5xx: server error'],
  ['none', 'without a response'],
  [VIOLATION, 'violated a client rule'],
  [UNASSIGNED, 'without a workspace'],
];

/** The fields of the HAR that the panel reads. */
interface ExportedHar {
  readonly log: { readonly entries: readonly { readonly _deckhand: { readonly sequence: number } }[] };
}

export function TrafficTools({ onChange }: { readonly onChange: () => void }) {
  const { operation, status, job } = filter.value;
  const isConfirming = useSignal(false);
  const isFiltered = !isEmpty(filter.value);
  const change = (changed: Partial<Filter>): void => {
    replaceRoute({ filter: changed });
    onChange();
  };
  const downloadHar = async (): Promise<void> => {
    const archive = (await workspaceClient().har({ includeUnassigned: true })) as unknown as ExportedHar;
    const sequences = new Set(visibleExchanges.value.map(({ sequence }) => sequence));
    const entries = archive.log.entries.filter(({ _deckhand }) => sequences.has(_deckhand.sequence));
    const name = `${workspaceId.value}${isFiltered ? '-filtered' : ''}.har`;
    download(name, isFiltered ? { ...archive, log: { ...archive.log, entries } } : archive);
  };
  const clear = () => workspaceClient().clearJournal({ includeUnassigned: true });
  return (
    <Toolbar class="cluster wrap tools" label="Traffic">
      <SearchField label="Search traffic" />
      <select
        aria-label="Operation"
        value={operation}
        onChange={({ currentTarget }) => change({ operation: currentTarget.value })}
      >
        <option value="">All operations</option>
        {OPERATIONS.map((id) => (
          <option value={id} key={id}>
            {OPERATION_LABELS[id]}
          </option>
        ))}
      </select>
      <select
        aria-label="Status"
        value={status}
        onChange={({ currentTarget }) => change({ status: currentTarget.value })}
      >
        <option value="">All statuses</option>
        {STATUS_FILTERS.map(([value, label]) => (
          <option value={value} key={value}>
            {label}
          </option>
        ))}
      </select>
      {job !== '' && (
        <button type="button" class="chip" aria-pressed onClick={() => change({ job: '' })}>
          Job {job.slice(0, 24)} <span aria-hidden>×</span>
          <span class="visually-hidden">Remove the filter</span>
        </button>
      )}
      {isFiltered && (
        <button type="button" class="button-plain" onClick={() => change(NO_FILTER)}>
          Show all
        </button>
      )}
      <span class="count">
        {isFiltered
          ? `${visibleExchanges.value.length} of ${exchanges.value.length - unassignedCount.value}`
          : visibleExchanges.value.length}
      </span>
      <button type="button" title="Save HAR" onClick={() => void runWithToast(downloadHar)}>
        <Download aria-hidden />
        <span class="visually-hidden-narrow">
          Save HAR{isFiltered && <span class="visually-hidden"> of the shown exchanges</span>}
        </span>
      </button>
      <button type="button" title="Clear" onClick={() => (isConfirming.value = true)}>
        <Trash2 aria-hidden />
        <span class="visually-hidden-narrow">Clear</span>
      </button>
      {isConfirming.value && (
        <ConfirmDialog
          title={`Delete ${pluralize(exchanges.value.length, 'exchange')}?`}
          confirm="Delete"
          onCancel={() => (isConfirming.value = false)}
          onConfirm={() => {
            isConfirming.value = false;
            void runWithToast(clear, 'The traffic was deleted.');
          }}
        >
          <p class="small">
            The journal of this workspace is cleared; jobs are not deleted. Save the HAR first to keep the
            traffic.
          </p>
        </ConfirmDialog>
      )}
    </Toolbar>
  );
}
