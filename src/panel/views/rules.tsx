/** The client rules: which hold and which do not, for all clients of the workspace or for one of them. */
import { useSignal, useSignalEffect } from '@preact/signals';
import { CircleCheck, CircleDashed, CircleX, Info, ListChecks, TriangleAlert } from 'lucide-preact';
import type { ClientReport, ClientRuleReport } from '../../generated/control-api.js';
import { ApiError, line } from '../api/client.js';
import { Notice } from '../parts/notice.js';
import { counted } from '../../base/text/counted.js';
import { conductReport } from '../state/conduct.js';
import { hrefOf, item, workspaceId } from '../state/route.js';

type Outcome = ClientRuleReport['outcome'];

const OUTCOMES: Readonly<Record<Outcome, readonly [label: string, icon: typeof Info]>> = {
  fail: ['Broken', CircleX],
  error: ['Not judged', TriangleAlert],
  accepted: ['Known', Info],
  warn: ['Advice', TriangleAlert],
  observed: ['Observed', Info],
  pass: ['Holds', CircleCheck],
  'not-reached': ['Not seen', CircleDashed],
};
/** The worst first. */
const ORDER = Object.keys(OUTCOMES) as Outcome[];

export function RulesView() {
  /** The label of the selected client; empty for all. */
  const client = useSignal('');
  const ofClient = useSignal<ClientReport | undefined>(undefined);
  useSignalEffect(() => {
    // Judged again with each new report about all clients.
    if (client.value === '' || !conductReport.value) return undefined;
    const leaving = new AbortController();
    const params = { workspace: workspaceId.value };
    line.run('readConduct', { params, query: { client: client.value } }).then(
      (report) => !leaving.signal.aborted && (ofClient.value = report),
      (error: unknown) => {
        // The connection note already shows this error.
        if (!(error instanceof ApiError)) throw error;
      },
    );
    return () => leaving.abort();
  });
  const all = conductReport.value;
  const report = client.value === '' ? all : ofClient.value;
  if (!all) return <p class="connecting">Loading…</p>;
  if (all.requests === 0)
    return (
      <Notice icon={ListChecks} title="No requests to judge yet">
        <p>The rules say how a good client polls, retries and sends its key.</p>
      </Notice>
    );
  const rules = (report?.rules ?? []).toSorted(
    (one, other) => ORDER.indexOf(one.outcome) - ORDER.indexOf(other.outcome),
  );
  return (
    <div class="page rules">
      <div class="tools">
        <label>
          Client
          <select
            value={client.value}
            onChange={({ currentTarget }) => {
              ofClient.value = undefined;
              client.value = currentTarget.value;
            }}
          >
            <option value="">All clients ({all.clients.length})</option>
            {all.clients.map(({ client: label, exchanges }) => (
              <option value={label} key={label}>
                {label} ({counted(exchanges, 'request')})
              </option>
            ))}
          </select>
        </label>
        <Summary rules={rules} />
      </div>
      <ul class="rule-list">
        {rules.map((rule) => (
          <Rule rule={rule} key={rule.id} />
        ))}
      </ul>
    </div>
  );
}

function Summary({ rules }: { readonly rules: readonly ClientRuleReport[] }) {
  const counts = ORDER.map((outcome) => ({
    outcome,
    count: rules.filter((rule) => rule.outcome === outcome).length,
  }));
  return (
    <p class="chips" role="status">
      {counts
        .filter(({ count }) => count > 0)
        .map(({ outcome, count }) => (
          <span class={`rule-outcome ${outcome}`} key={outcome}>
            {count} {outcome === 'pass' ? 'hold' : OUTCOMES[outcome][0].toLowerCase()}
          </span>
        ))}
    </p>
  );
}

function Rule({ rule }: { readonly rule: ClientRuleReport }) {
  const { id, outcome, title, level, sections, hint, reason, findings } = rule;
  const [label, Icon] = OUTCOMES[outcome];
  const isOpen = item.value === id || outcome === 'fail' || outcome === 'warn';
  return (
    <li id={id}>
      <details open={isOpen}>
        <summary>
          <span class={`rule-outcome ${outcome}`}>
            <Icon aria-hidden size={16} />
            {label}
          </span>
          <span class="title">{title}</span>
        </summary>
        <div class="rule-body">
          {reason !== undefined && <p class="small">{reason}</p>}
          <ul class="findings">
            {findings.map(({ message, client, exchanges, times, expected, actual }) => (
              <li key={message + client}>
                <p dir="auto">
                  {message}
                  {times !== undefined && ` (${counted(times, 'time')})`}
                </p>
                {expected !== undefined && (
                  <p class="small" dir="auto">
                    Expected {expected}. Actual: {actual ?? 'nothing'}.
                  </p>
                )}
                <p class="chips small">
                  {client}
                  {exchanges.slice(-5).map((sequence) => (
                    <a class="chip" href={hrefOf({ view: 'traffic', item: String(sequence) })} key={sequence}>
                      Exchange {sequence}
                    </a>
                  ))}
                </p>
              </li>
            ))}
          </ul>
          {hint !== undefined && <p>{hint}</p>}
          <p class="small">
            <span class="mono">{id}</span> · {level} · section {sections.join(', ')}
          </p>
        </div>
      </details>
    </li>
  );
}
