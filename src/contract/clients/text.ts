/** Prints verdicts about clients: as one line for a log, or as a report. */
import { counted } from '../../base/counted.js';
import { harmless, neutral } from '../report/neutral.js';
import { sectionsText } from '../report/rule-text.js';
import {
  brokenRules,
  type ConductFindingReport,
  type ConductReport,
  type ConductRuleReport,
} from './report.js';
import type { Misconduct } from './watch-conduct.js';

/** `client/stops-when-completed (sections 3, 4.5): this client polls job g … [deck-app/1.0, key 1a2b3c4d] #4, #5, #6` */
export function misconductLine({ rule, finding }: Misconduct): string {
  const { message, client, exchanges } = finding;
  return neutral(
    `${rule.id} (${sectionsText(rule.sections)}): ${message} [${client}] ${sequences(exchanges)}`,
  );
}

/** Describes an exchange in one line, by its `sequence`; undefined when the journal dropped it. */
export type LineOf = (sequence: number) => string | undefined;

/** Lists every broken rule with its evidence and a hint, then the number of rules that were kept. */
export function conductText(report: ConductReport, lineOf?: LineOf): string {
  const broken = brokenRules(report);
  const faulty = report.rules.filter(({ outcome }) => outcome === 'error');
  const kept = report.rules.filter(({ outcome }) => outcome === 'pass' || outcome === 'observed').length;
  const reached = kept + broken.length;
  return harmless(
    [
      ...faulty.map(({ id, reason = '' }) => neutral(`BROKEN RULE  ${id}: ${reason}`)),
      ...broken.map((rule) => brokenText(rule, lineOf)),
      totals(report, broken.length, kept, reached),
    ].join('\n\n'),
  );
}

/** One broken rule: its title, the findings with their exchanges, and a hint. */
export function brokenText(rule: ConductRuleReport, lineOf: LineOf = () => undefined): string {
  const { id, outcome, sections, title, hint, findings } = rule;
  const word = outcome === 'fail' ? 'FAIL' : 'warn';
  return [
    `${word}  ${neutral(id)}  (${sectionsText(sections)})`,
    `      ${neutral(title)}`,
    ...findings.filter(({ kind }) => kind !== 'observed').flatMap((finding) => findingLines(finding, lineOf)),
    `    hint: ${neutral(hint)}`,
  ].join('\n');
}

function findingLines(
  { message, expected, actual, client, exchanges, times }: ConductFindingReport,
  lineOf: LineOf,
): string[] {
  const often = times > 1 ? `, ${times} times` : '';
  return [
    `    ${neutral(message)}${often}`,
    ...(expected === undefined ? [] : [`      expected ${expected}`]),
    ...(actual === undefined ? [] : [`      got      ${actual}`]),
    `      by       ${neutral(client)}`,
    ...exchanges.map((exchange) => `      #${exchange} ${neutral(lineOf(exchange) ?? '')}`.trimEnd()),
  ];
}

function totals(
  { exchanges, dropped }: ConductReport,
  broken: number,
  kept: number,
  reached: number,
): string {
  const judged = counted(exchanges, 'exchange');
  const lost = dropped === 0 ? '' : ` (the journal dropped ${counted(dropped, 'older exchange')})`;
  return reached === 0
    ? `Client rules: nothing to judge in ${judged}${lost}.`
    : `Client rules: ${broken} broken, ${kept} kept, in ${judged}${lost}.`;
}

function sequences(exchanges: readonly number[]): string {
  return exchanges.map((exchange) => `#${exchange}`).join(', ');
}
