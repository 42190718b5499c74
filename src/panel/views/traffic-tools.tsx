/** The toolbar of the traffic view: the filter, the HAR download, and clearing the journal. */
import { Download, Trash2 } from 'lucide-preact';
import { journalVerbs } from '../api/verbs.js';
import { download } from '../parts/download.js';
import { workspaceId } from '../state/route.js';
import { attempt } from '../state/toasts.js';
import { exchanges, filter, isFiltered, NO_FILTER, shown, type Filter } from '../state/traffic.js';
import { OPERATION_LABELS, OPERATIONS, type OperationId } from './operations.js';

const STATUSES: readonly (readonly [value: string, label: string])[] = [
  ['2xx', '2xx: answered'],
  ['4xx', '4xx: refused'],
  ['429', '429: too many'],
  ['5xx', '5xx: failed'],
  ['none', 'no answer'],
];

export function TrafficTools({ onChange }: { readonly onChange: () => void }) {
  const { operation, status, job } = filter.value;
  const change = (changed: Partial<Filter>): void => {
    filter.value = { ...filter.value, ...changed };
    onChange();
  };
  const har = async (): Promise<void> => {
    const archive = await journalVerbs.har({
      ...(operation && { operation: operation as OperationId }),
      ...(status && { status }),
      ...(job && { job }),
    });
    download(`${workspaceId.value}${isFiltered.value ? '-filtered' : ''}.har`, archive);
  };
  return (
    <div class="tools" role="toolbar" aria-label="Traffic">
      <label>
        Operation
        <select
          value={operation}
          onChange={({ currentTarget }) => change({ operation: currentTarget.value })}
        >
          <option value="">all</option>
          {OPERATIONS.map((id) => (
            <option value={id} key={id}>
              {OPERATION_LABELS[id]}
            </option>
          ))}
        </select>
      </label>
      <label>
        Status
        <select value={status} onChange={({ currentTarget }) => change({ status: currentTarget.value })}>
          <option value="">all</option>
          {STATUSES.map(([value, label]) => (
            <option value={value} key={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <label>
        Job
        <input
          type="text"
          placeholder="gen_…"
          spellcheck={false}
          value={job}
          onInput={({ currentTarget }) => change({ job: currentTarget.value.trim() })}
        />
      </label>
      {isFiltered.value && (
        <button type="button" class="quiet" onClick={() => change(NO_FILTER)}>
          Show all
        </button>
      )}
      <span class="count">
        {isFiltered.value ? `${shown.value.length} of ${exchanges.value.length}` : exchanges.value.length}
      </span>
      <button type="button" onClick={() => void attempt(har)}>
        <Download aria-hidden />
        {isFiltered.value ? 'HAR of these' : 'HAR'}
      </button>
      <button type="button" onClick={() => void attempt(journalVerbs.clear, 'The journal is empty.')}>
        <Trash2 aria-hidden />
        Clear
      </button>
    </div>
  );
}
