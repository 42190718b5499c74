/** The verdict of a run in one sentence. */
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

function failText({ summary, baseline = [] }: Report): string {
  if (summary.fail === 0) return `Fail: ${baselineProblem(baseline) ?? 'the baseline is out of date'}`;
  return summary.fail === 1
    ? 'Fail: one documented promise is broken'
    : `Fail: ${summary.fail} documented promises are broken`;
}

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);
