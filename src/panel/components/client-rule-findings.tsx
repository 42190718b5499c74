/** The client rule findings of an exchange: a badge for its row, and a list with hints for its details. */
import { Info, TriangleAlert } from 'lucide-preact';
import { formatValue } from '../../base/text/format-value.js';
import { findingsByExchange, isViolation, type ExchangeFinding } from '../state/client-report.js';
import { startSentence } from '../../ui/format.js';
import { ruleLabel } from './rule-labels.js';

/** The first violated rule and the number of others, or a neutral badge for evidence. */
export function FindingBadge({ sequence }: { readonly sequence: number }) {
  const all = findingsByExchange.value.get(sequence) ?? [];
  const own = all.filter(({ evidenceFor }) => evidenceFor === undefined);
  const [first] = own;
  if (!first) return all.length === 0 ? null : <span class="tag evidence">Evidence</span>;
  return (
    <span
      class={`tag violation ${first.finding.severity}`}
      title={own.map(({ finding }) => finding.message).join('\n')}
    >
      {isViolation(first) && <TriangleAlert aria-hidden />}
      <span class="name">{ruleLabel({ rule: first.rule.id, message: first.finding.message })}</span>
      {own.length > 1 && ` +${own.length - 1}`}
    </span>
  );
}

export function FindingList({ sequence }: { readonly sequence: number }) {
  const notes = findingsByExchange.value.get(sequence) ?? [];
  if (notes.length === 0) return null;
  const isOwn = notes.some(({ evidenceFor }) => evidenceFor === undefined);
  const label = notes.some(isViolation) ? 'Violated client rules' : isOwn ? 'Client rules' : 'Evidence';
  return (
    <ul class="stack tight rule-findings" aria-label={label}>
      {notes.map((note) => (
        <FindingItem note={note} key={note.rule.id + note.finding.message} />
      ))}
    </ul>
  );
}

function formatSentence(message: string): string {
  const sentence = startSentence(message);
  return sentence.endsWith('?') ? sentence : `${sentence}.`;
}

function FindingItem({ note: { rule, finding, evidenceFor } }: { readonly note: ExchangeFinding }) {
  const { severity, message, expected, client } = finding;
  const sentence = formatSentence(message);
  if (evidenceFor !== undefined)
    return (
      <li class="note evidence">
        <Info aria-hidden />
        <p dir="auto">
          Evidence for exchange {evidenceFor}. {sentence}
        </p>
      </li>
    );
  return (
    <li class={`note ${severity}`}>
      {severity === 'info' ? <Info aria-hidden /> : <TriangleAlert aria-hidden />}
      <div class="stack tight">
        <h3>{rule.title}</h3>
        <p dir="auto">
          {sentence}
          {expected !== undefined &&
            ` Expected: ${formatValue(finding, 'expected')}. Actual: ${formatValue(finding, 'actual')}.`}
        </p>
        {rule.hint !== undefined && <p>{rule.hint}</p>}
        <p class="small" dir="auto">
          <span class="mono">{rule.id}</span> · section {rule.sections.join(', ')} · {client}
        </p>
      </div>
    </li>
  );
}
