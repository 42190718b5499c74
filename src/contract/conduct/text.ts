/** Conduct in words: a line for a log, and a report for a person. */
import { harmless, neutral } from '../report/neutral.js';
import { sectionsText } from '../report/rule-text.js';
import {
  brokenRules,
  type ConductFindingReport,
  type ConductReport,
  type ConductRuleReport,
} from './report.js';
import type { Misconduct } from './watch.js';

/** `client/stops-when-completed (sections 3, 4.5): job g is polled on … [deck-app/1.0, key 1a2b3c4d] #4, #5, #6` */
export function misconductLine({ rule, finding }: Misconduct): string {
  const { message, client, exchanges } = finding;
  return neutral(
    `${rule.id} (${sectionsText(rule.sections)}): ${message} [${client}] ${sequences(exchanges)}`,
  );
}

/** What an exchange was, in a line, by its sequence; undefined when it is not known any more. */
export type LineOf = (sequence: number) => string | undefined;

/** Every rule that was broken, with what shows it and what to change; then how many were kept. */
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

/** One broken rule: what it says, what was found, where, and how to mend it. */
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
  const looked = `${exchanges} ${exchanges === 1 ? 'exchange' : 'exchanges'}`;
  const lost = dropped === 0 ? '' : ` (${dropped} older ones are no longer in the journal)`;
  if (reached === 0) return `Client conduct: nothing to judge in ${looked}${lost}.`;
  return broken === 0
    ? `Client conduct: nothing wrong; ${kept} rules were kept in ${looked}${lost}.`
    : `Client conduct: ${broken} ${broken === 1 ? 'rule is' : 'rules are'} broken, ${kept} kept, in ${looked}${lost}.`;
}

function sequences(exchanges: readonly number[]): string {
  return exchanges.map((exchange) => `#${exchange}`).join(', ');
}
