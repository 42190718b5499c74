/** The words for the outcomes of rules, in the order of a report: the worst first. */
import type { OutcomeCounts, ReportedOutcome } from '../report/report.js';

/** `count`: how many rules. `heading`: before the title of a rule. */
export const outcomes = {
  fail: { count: 'broken', heading: 'FAIL' },
  error: { count: 'not judged, bug in Deckhand', heading: 'BROKEN RULE' },
  accepted: { count: 'broken, as known', heading: 'KNOWN' },
  warn: { count: 'kept, with a warning', heading: 'WARN' },
  pass: { count: 'kept', heading: 'KEPT' },
  info: { count: 'open', heading: 'OPEN' },
  'not-covered': { count: 'not reached', heading: 'NOT REACHED' },
} as const satisfies Readonly<Record<ReportedOutcome, { readonly count: string; readonly heading: string }>>;

export function countOutcomes(rules: readonly { readonly outcome: ReportedOutcome }[]): OutcomeCounts {
  const summary = { pass: 0, fail: 0, accepted: 0, warn: 0, info: 0, 'not-covered': 0, error: 0 };
  for (const { outcome } of rules) summary[outcome]++;
  return summary;
}

/** `3 broken; 2 kept; 1 not reached`. */
export function formatCounts(summary: OutcomeCounts): string {
  return (Object.keys(outcomes) as ReportedOutcome[])
    .filter((outcome) => summary[outcome] > 0)
    .map((outcome) => `${summary[outcome]} ${outcomes[outcome].count}`)
    .join('; ');
}
