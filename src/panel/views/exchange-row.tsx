/** A row of the traffic list: `poll · Quarterly review · awaiting_input`, with its time and status, for one exchange or equal ones. */
import type { ExchangeInfo } from '../../generated/control-api.js';
import { FindingBadge } from '../components/client-rule-findings.js';
import { capitalize, formatDuration, formatTime } from '../parts/format.js';
import { summarizeExchange } from '../components/exchange-summary.js';
import { promptOf } from '../state/jobs.js';
import { buildHref, item } from '../state/route.js';
import { expandedGroups, type ExchangeGroup } from '../state/traffic-search.js';

export function ExchangeRow({ group: { newest, members } }: { readonly group: ExchangeGroup }) {
  const { sequence, startedAt, endedAt, metadata, response, failure } = newest;
  const isOpen = item.value === String(sequence);
  const { action, subject, result } = summarizeExchange(newest, promptOf);
  const duration = endedAt - startedAt;
  const unfold = (): void =>
    void (expandedGroups.value = new Set([...expandedGroups.value, members.at(-1)?.sequence ?? 0]));
  return (
    <div class="exchange row" aria-current={isOpen}>
      <span class="when">{formatTime(startedAt, 1)}</span>
      <StatusBadge exchange={newest} />
      <span class="says" dir="auto">
        <a
          class="whole-row"
          href={buildHref({ view: 'traffic', item: isOpen ? undefined : String(sequence) })}
          aria-current={isOpen}
        >
          <strong>{action}</strong>
          {subject !== '' && <span class="object"> · {subject}</span>}
          {result !== undefined && <span class="result"> · {result}</span>}
        </a>
      </span>
      <span class="tags">
        {members.length > 1 && (
          <button type="button" class="tag" title="Show each of them" onClick={unfold}>
            ×{members.length}
            <span class="unseen"> equal exchanges. Show each of them</span>
          </button>
        )}
        {metadata?.fault ? (
          <span class="tag fault">{capitalize(metadata.fault)}</span>
        ) : (
          response && failure && <span class="tag fault">{capitalize(failure)}</span>
        )}
        <FindingBadge sequence={sequence} />
      </span>
      <span class="took">{duration >= 1 && formatDuration(duration)}</span>
    </div>
  );
}

/** The status, also of a response that broke off: then the mark is that of a failure. */
export function StatusBadge({ exchange: { response, failure } }: { readonly exchange: ExchangeInfo }) {
  if (!response) return <span class="outcome none">{failure ?? 'none'}</span>;
  const { status } = response;
  const kind = failure ? 'none' : status >= 500 ? 'server' : status >= 400 ? 'client' : 'fine';
  return <span class={`outcome ${kind}`}>{status}</span>;
}
