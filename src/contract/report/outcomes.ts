/** The words for the outcomes of rules, in the order of a report: the worst first. */
import type { OutcomeCounts, RuleOutcome } from './model.js';

/** `label`: how many rules. `word`: before the title of a rule. */
export const outcomes = {
  fail: { label: 'broken', word: 'FAIL' },
  error: { label: 'not judged, bug in Deckhand', word: 'BROKEN RULE' },
  accepted: { label: 'broken, as known', word: 'KNOWN' },
  warn: { label: 'kept, with a warning', word: 'WARN' },
  pass: { label: 'kept', word: 'KEPT' },
  observed: { label: 'open', word: 'OPEN' },
  'not-reached': { label: 'not reached', word: 'NOT REACHED' },
} as const satisfies Readonly<Record<RuleOutcome, { readonly label: string; readonly word: string }>>;

export function summaryOf(rules: readonly { readonly outcome: RuleOutcome }[]): OutcomeCounts {
  const summary = { pass: 0, fail: 0, accepted: 0, warn: 0, observed: 0, 'not-reached': 0, error: 0 };
  for (const { outcome } of rules) summary[outcome]++;
  return summary;
}

/** `3 broken; 2 kept; 1 not reached`. */
export function countsText(summary: OutcomeCounts): string {
  return (Object.keys(outcomes) as RuleOutcome[])
    .filter((outcome) => summary[outcome] > 0)
    .map((outcome) => `${summary[outcome]} ${outcomes[outcome].label}`)
    .join('; ');
}
