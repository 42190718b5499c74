/** Prints one rule with its findings, for the text report and for messages of failing tests. */
import { isClientRuleId } from '../client-rule-id.js';
import { exchangeFacts } from './exchange-text.js';
import type { ExchangeReport, FindingReport, RuleReport } from './model.js';
import { neutral } from './neutral.js';
import { textStyle, type TextStyle } from './text-style.js';
import { valueText } from './value-text.js';

/** A value that is shown beside its exchange is cut, so that a finding stays readable. */
const MAX_BODY = 200;

export function ruleText(
  rule: RuleReport,
  exchanges: ReadonlyMap<number, ExchangeReport>,
  style: TextStyle = textStyle(),
): string {
  const { prose, red, amber, bold } = style;
  const word = { fail: 'FAIL', error: 'BROKEN RULE', accepted: 'known' }[rule.outcome as string] ?? 'warn';
  const colour = rule.outcome === 'fail' || rule.outcome === 'error' ? red : amber;
  const findings = rule.findings
    .filter(({ kind }) => kind !== 'observed')
    .map((finding) => findingText(finding, exchanges, style, isClientRuleId(rule.id)));
  return [
    `${colour(bold(word))}  ${neutral(rule.id)}  (${sectionsText(rule.sections)})`,
    prose(`      ${neutral(rule.title)}`),
    ...(rule.reason === undefined ? [] : [prose(`      ${neutral(rule.reason)}`)]),
    ...findings,
    ...(rule.more === undefined ? [] : [`    and ${rule.more} more`]),
    ...(rule.hint === undefined ? [] : [prose(`    hint: ${neutral(rule.hint)}`)]),
  ].join('\n');
}

function findingText(
  finding: FindingReport,
  exchanges: ReadonlyMap<number, ExchangeReport>,
  { prose, dim }: TextStyle,
  isOfClient: boolean,
): string {
  const { accepted, path, sameCauseAs, alsoBreaks = [], reproduce = [] } = finding;
  const known = accepted
    ? ` (accepted until ${accepted.expires} by ${accepted.owner}: ${accepted.reason})`
    : '';
  const lines = [prose(`    ${neutral(finding.message + known)}`)];
  if (finding.expected !== undefined || finding.actual !== undefined) {
    if (path !== undefined) lines.push(prose(`      at       ${neutral(path)}`));
    lines.push(
      prose(`      expected ${valueText(finding.expected ?? 'something else', isOfClient)}`),
      prose(`      got      ${valueText(finding.actual ?? 'nothing', isOfClient)}`),
    );
  }
  if (sameCauseAs !== undefined)
    return [...lines, prose(`      same cause as ${neutral(sameCauseAs)}`)].join('\n');
  if (alsoBreaks.length > 0) lines.push(prose(`      also breaks ${neutral(alsoBreaks.join(', '))}`));
  const [exchange, compared] = [finding.exchange, finding.compared].map((sequence) =>
    sequence === undefined ? undefined : exchanges.get(sequence),
  );
  // The last line is a body, which is for copying.
  const shown = (line: string, index = 0): string =>
    dim(index < 2 ? prose(`      ${line}`) : `      ${line}`);
  if (compared) lines.push(shown(`${exchangeLines(compared)[0] ?? ''} (shows the expected value)`));
  if (exchange) lines.push(...exchangeLines(exchange).map(shown));
  const commands = reproduce.length > 0 ? reproduce : finding.curl === undefined ? [] : [finding.curl];
  if (commands.length > 1) lines.push('      reproduce:');
  lines.push(...commands.map((command) => `      ${neutral(command)}`));
  return lines.join('\n');
}

function exchangeLines(exchange: ExchangeReport): readonly string[] {
  const { sequence, method, path, key, status, failure, received } = exchange;
  const result = failure ?? status ?? 'no response';
  const body =
    received === undefined
      ? []
      : [neutral(received.length > MAX_BODY ? `${received.slice(0, MAX_BODY)}…` : received)];
  return [
    `#${sequence} ${neutral(`${method} ${path} [${key}] → ${result}`)}`,
    `  ${neutral(exchangeFacts(exchange).join(', '))}`,
    ...body.map((line) => `  ${line}`),
  ];
}

export function sectionsText(sections: readonly string[]): string {
  return neutral(`${sections.length === 1 ? 'section' : 'sections'} ${sections.join(', ')}`);
}
