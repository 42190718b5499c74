/** The verdict of a run in one sentence. */
import { isClientRule } from '../rule.js';
import { baselineProblem } from '../baseline.js';
import { listText, unexaminedText } from '../evidence/sentence.js';
import type { Report } from './model.js';

/** For example `Incomplete: the start of a job never succeeded (400)`. */
export function headline(report: Report): string {
  const { outcome, reason = '', evidence } = report;
  const unexamined = unexaminedText(evidence);
  const also = unexamined === undefined ? '' : `; ${unexamined}`;
  if (outcome === 'error') return sentence(`Error: ${reason}`);
  if (outcome === 'incomplete') return sentence(`Incomplete: ${reason}`);
  if (outcome === 'pass') return sentence(`${passText(report)}${also}`);
  const isAlsoIncomplete = report.summary.fail > 0 && reason !== '';
  return sentence(`${failText(report)}${isAlsoIncomplete ? `; incomplete: ${reason}` : also}`);
}

function passText({ summary, evidence: { minimum } }: Report): string {
  const kept = summary.accepted > 0 ? 'every violation is in the baseline' : 'every examined promise is kept';
  if (minimum.name === 'full' || minimum.name === 'recording') return `Pass: ${kept}`;
  return `Pass for the ${minimum.name} minimum (${listText(minimum.required)}): ${kept}`;
}

function failText({ summary, rules, baseline = [] }: Report): string {
  if (summary.fail === 0) return `Fail: ${baselineProblem(baseline) ?? 'the baseline is out of date'}`;
  const byClients = rules.filter((rule) => rule.outcome === 'fail' && isClientRule(rule)).length;
  const byService = summary.fail - byClients;
  const parts = [
    ...(byService > 0
      ? [`${number(byService, 'documented promise is', 'documented promises are')} broken`]
      : []),
    ...(byClients > 0 ? [`clients break ${number(byClients, 'rule', 'rules')} of the interface`] : []),
  ];
  return `Fail: ${parts.join(', and ')}`;
}

const number = (count: number, one: string, many: string): string =>
  count === 1 ? `one ${one}` : `${count} ${many}`;

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);
