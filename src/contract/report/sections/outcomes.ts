/** The words for the outcomes of rules and runs, in the order of a report: the worst first. */
import type { OutcomeCounts, Report, RuleOutcome } from '../model.js';

interface OutcomeWords {
  readonly outcome: RuleOutcome;
  /** The state of the rule: `kept, with a warning`. */
  readonly label: string;
  /** Before the rule in a text: `FAIL`. */
  readonly word: string;
  readonly sign: string;
  /** The id of the section that lists such rules. */
  readonly section: string;
}

const outcomes: readonly OutcomeWords[] = [
  { outcome: 'fail', label: 'broken', word: 'FAIL', sign: '❌', section: 'broken' },
  {
    outcome: 'error',
    label: 'not judged, bug in Deckhand',
    word: 'BROKEN RULE',
    sign: '💥',
    section: 'broken',
  },
  { outcome: 'accepted', label: 'broken, as known', word: 'known', sign: '🟣', section: 'accepted' },
  { outcome: 'warn', label: 'kept, with a warning', word: 'warn', sign: '⚠️', section: 'warnings' },
  { outcome: 'pass', label: 'kept', word: 'kept', sign: '✅', section: 'rules' },
  { outcome: 'observed', label: 'observed, left open', word: 'observed', sign: '🔎', section: 'open' },
  { outcome: 'not-reached', label: 'not reached', word: 'not reached', sign: '⬜', section: 'not-reached' },
];

/** The words of the outcomes with at least one rule, with the number of rules. */
export const countsOf = (summary: OutcomeCounts): readonly (OutcomeWords & { readonly count: number })[] =>
  outcomes
    .filter(({ outcome }) => summary[outcome] > 0)
    .map((words) => ({ ...words, count: summary[words.outcome] }));

export function wordsOf(wanted: RuleOutcome): OutcomeWords {
  const found = outcomes.find(({ outcome }) => outcome === wanted);
  if (!found) throw new Error(`there is no outcome ${wanted}`);
  return found;
}

export function summaryOf(rules: readonly { readonly outcome: RuleOutcome }[]): OutcomeCounts {
  const summary = { pass: 0, fail: 0, accepted: 0, warn: 0, observed: 0, 'not-reached': 0, error: 0 };
  for (const { outcome } of rules) summary[outcome]++;
  return summary;
}

export const runSigns: Readonly<Record<Report['outcome'], string>> = {
  pass: '✅',
  fail: '❌',
  incomplete: '🟠',
  error: '💥',
};
