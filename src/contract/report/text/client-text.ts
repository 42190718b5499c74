/** The rules about clients that a report breaks, as text for a test or a terminal. */
import { counted } from '../../../base/text/counted.js';
import type { Report, RuleReport } from '../model.js';
import { harmless } from '../../../base/text/neutral.js';
import { ruleText } from './rule-text.js';

/** Each broken rule with its evidence and a hint, then the number of rules that were kept. */
export function clientText(report: Pick<Report, 'rules' | 'exchanges' | 'requests' | 'notes'>): string {
  const { rules, requests, notes, exchanges } = report;
  const broken = rules.filter(isBroken);
  const faulty = rules.filter(({ outcome }) => outcome === 'error');
  const kept = rules.filter(({ outcome }) => outcome === 'pass' || outcome === 'observed').length;
  const judged = counted(requests, 'exchange');
  const totals =
    kept + broken.length === 0
      ? `Client rules: nothing to judge in ${judged}.`
      : `Client rules: ${broken.length} broken, ${kept} kept, in ${judged}.`;
  return harmless(
    [...[...faulty, ...broken].map((rule) => ruleText(rule, exchanges)), ...notes, totals].join('\n\n'),
  );
}

/** Whether a rule is broken. A `should` rule counts; an observation does not. */
export const isBroken = ({ outcome }: Pick<RuleReport, 'outcome'>): boolean =>
  outcome === 'fail' || outcome === 'warn';
