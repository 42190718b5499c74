/** A row of the traffic list: one exchange or a group of equal ones, such as `poll · Quarterly review · awaiting_input`. */
import type { ExchangeInfo } from '../../generated/control-api.js';
import { FindingBadge } from '../components/client-rule-findings.js';
import { capitalize, formatDuration, formatTime } from '../../ui/format.js';
import { outcomeOf } from '../../ui/outcome.js';
import { summarizeExchange } from '../components/exchange-summary.js';
import { findPrompt } from '../state/jobs.js';
import { buildHref, item } from '../state/route.js';
import { expandedGroups, type ExchangeGroup } from '../state/traffic-search.js';

export function ExchangeRow({ group: { newest, members } }: { readonly group: ExchangeGroup }) {
  const { sequence, startedAt, endedAt, metadata, response, failure } = newest;
  const isOpen = item.value === String(sequence);
  const { action, subject, result } = summarizeExchange(newest, findPrompt);
  const duration = endedAt - startedAt;
  const expand = (): void =>
    void (expandedGroups.value = new Set([...expandedGroups.value, members.at(-1)?.sequence ?? 0]));
  return (
    <div class="exchange row" aria-current={isOpen}>
      <span class="timestamp">{formatTime(startedAt, 1)}</span>
      <StatusBadge exchange={newest} />
      <span class="summary" dir="auto">
        <a
          class="row-link"
          href={buildHref({ view: 'traffic', item: isOpen ? undefined : String(sequence) })}
          aria-current={isOpen}
        >
          <strong>{action}</strong>
          {subject !== '' && <span class="object"> · {subject}</span>}
          {result !== undefined && <span class="result"> · {result}</span>}
        </a>
      </span>
      <span class="cluster end">
        {members.length > 1 && (
          <button type="button" class="tag" title="Show each of them" onClick={expand}>
            ×{members.length}
            <span class="visually-hidden"> equal exchanges. Show each of them</span>
          </button>
        )}
        {metadata?.fault ? (
          <span class="tag fault">{capitalize(metadata.fault)}</span>
        ) : (
          response && failure && <span class="tag fault">{capitalize(failure)}</span>
        )}
        <FindingBadge sequence={sequence} />
      </span>
      <span class="duration">{duration >= 1 && formatDuration(duration)}</span>
    </div>
  );
}

/** The status code. A truncated response is marked as a failure. */
export function StatusBadge({ exchange: { response, failure } }: { readonly exchange: ExchangeInfo }) {
  if (!response) return <span class="outcome none">{failure ?? 'none'}</span>;
  const { status } = response;
  return <span class={`outcome ${failure ? 'none' : outcomeOf(status)}`}>{status}</span>;
}
