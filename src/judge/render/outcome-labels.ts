/** The labels of the outcomes of rules, in the order of a report: the worst first. */
import type { OutcomeCounts, ReportedOutcome } from '../report/report.js';

interface OutcomeLabels {
  /** Before the title of a rule. */
  readonly heading: string;
  /** After a number of rules. */
  readonly count: string;
  /** After another number than 1. Default: `count`. */
  readonly plural?: string;
}

export const outcomeLabels: Readonly<Record<ReportedOutcome, OutcomeLabels>> = {
  fail: { heading: 'FAIL', count: 'failed' },
  error: {
    heading: 'RULE ERROR',
    count: 'rule error (bug in Deckhand)',
    plural: 'rule errors (bugs in Deckhand)',
  },
  suppressed: { heading: 'SUPPRESSED', count: 'suppressed' },
  warn: { heading: 'WARN', count: 'warning', plural: 'warnings' },
  pass: { heading: 'PASS', count: 'passed' },
  info: { heading: 'INFO', count: 'info' },
  'not-covered': { heading: 'NOT COVERED', count: 'not covered' },
};

/** `3 failed; 2 passed; 1 not covered`. */
export function formatCounts(summary: OutcomeCounts): string {
  return (Object.keys(outcomeLabels) as ReportedOutcome[])
    .filter((outcome) => summary[outcome] > 0)
    .map((outcome) => {
      const { count, plural = count } = outcomeLabels[outcome];
      return `${summary[outcome]} ${summary[outcome] === 1 ? count : plural}`;
    })
    .join('; ');
}
