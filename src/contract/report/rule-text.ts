/** Prints one rule with its findings, for the text report and for messages of failing tests. */
import type { ExchangeReport, FindingReport, RuleReport } from './model.js';
import { neutral, valueText } from './neutral.js';

export function ruleText(rule: RuleReport, exchanges: ReadonlyMap<number, ExchangeReport>): string {
  const word = { fail: 'FAIL', error: 'BROKEN RULE', accepted: 'known' }[rule.outcome as string] ?? 'warn';
  const head = `${word}  ${neutral(rule.id)}  (${sectionsText(rule.sections)})\n      ${neutral(rule.title)}`;
  const findings = rule.findings
    .filter(({ kind }) => kind !== 'observed')
    .map((finding) => findingText(finding, exchanges));
  const reason = rule.reason === undefined ? [] : [`      ${neutral(rule.reason)}`];
  const more = rule.more === undefined ? [] : [`    and ${rule.more} more`];
  const hint = rule.hint === undefined ? [] : [`    hint: ${neutral(rule.hint)}`];
  return [head, ...reason, ...findings, ...more, ...hint].join('\n');
}

function findingText(finding: FindingReport, exchanges: ReadonlyMap<number, ExchangeReport>): string {
  const { accepted } = finding;
  const known = accepted
    ? ` (accepted until ${accepted.expires} by ${accepted.owner}: ${accepted.reason})`
    : '';
  const lines = [`    ${neutral(finding.message + known)}`];
  if (finding.expected !== undefined || finding.actual !== undefined) {
    lines.push(
      `      expected ${valueText(finding.expected ?? 'something else')}`,
      `      got      ${valueText(finding.actual ?? 'nothing')}`,
    );
  }
  const exchange = finding.exchange === undefined ? undefined : exchanges.get(finding.exchange);
  if (exchange) lines.push(`      ${exchangeText(exchange)}`);
  if (finding.curl !== undefined) lines.push(`      ${neutral(finding.curl)}`);
  return lines.join('\n');
}

function exchangeText({ sequence, method, path, key, status, failure, received }: ExchangeReport): string {
  const result = failure ?? status ?? 'no response';
  const body = received === undefined ? '' : ` ${neutral(received)}`;
  return `#${sequence} ${neutral(`${method} ${path} [${key}] → ${result}`)}${body}`;
}

export function sectionsText(sections: readonly string[]): string {
  return neutral(`${sections.length === 1 ? 'section' : 'sections'} ${sections.join(', ')}`);
}
