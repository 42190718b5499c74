/** The report as text for a terminal: violations first, then warnings, open points, what was not seen, and the totals. */
import { groupBy } from '../../base/group-by.js';
import { counted } from '../../base/counted.js';
import { accessLines } from './access.js';
import { baselineText } from './baseline-text.js';
import { coverageText } from './coverage-text.js';
import { showsACause } from './causes.js';
import { evidenceLines } from './evidence-lines.js';
import { headline } from './headline.js';
import type { Report, RuleReport } from './model.js';
import { harmless, neutral } from './neutral.js';
import { operationsText } from './operations-text.js';
import { ruleText, sectionsText } from './rule-text.js';
import { gatewayLines, leftBehindLines } from './traffic-lines.js';
import { textStyle, type TextOptions, type TextStyle } from './text-style.js';

export function textReport(report: Report, options?: TextOptions): string {
  const style = textStyle(options);
  const exchanges = new Map(report.exchanges.map((exchange) => [exchange.sequence, exchange]));
  const isJudged = report.rules.some(
    ({ outcome }) => outcome !== 'observed' && outcome !== 'not-reached' && outcome !== 'error',
  );
  const of = (...outcomes: readonly string[]) =>
    report.rules.filter(({ outcome }) => outcomes.includes(outcome));
  const violations = [
    warningText(report, style),
    ...of('fail', 'error')
      .filter(showsACause)
      .map((rule) => ruleText(rule, exchanges, style)),
    baselineText(report),
  ];
  if (options?.quiet) return joined([...violations, verdictText(report, style)]);
  return joined([
    ...violations,
    ...of('accepted', 'warn')
      .filter(showsACause)
      .map((rule) => ruleText(rule, exchanges, style)),
    // Without any verdict, lists of unreached rules do not help.
    ...(isJudged
      ? [
          openText(of('observed'), style),
          notReachedText(of('not-reached'), style),
          style.verbose ? coverageText(report.coverage) : '',
        ]
      : []),
    operationsText(report, style),
    leftBehindText(report, style),
    ...report.notes.map((note) => style.prose(`note: ${neutral(note)}`)),
    ['Evidence', ...evidenceLines(report).map((line) => style.prose(`  ${neutral(line)}`))].join('\n'),
    totals(report, style),
  ]);
}

const joined = (sections: readonly string[]): string =>
  harmless(`${sections.filter((section) => section !== '').join('\n\n')}\n`);

/** At the top, because it decides what the rest is worth. */
function warningText({ access = {}, gateways }: Report, { prose, amber }: TextStyle): string {
  const lines = [...accessLines(access), ...gatewayLines({ gateways })];
  return lines.map((line) => amber(prose(neutral(line)))).join('\n');
}

function leftBehindText({ leftBehind }: Report, { prose }: TextStyle): string {
  const lines = leftBehindLines(leftBehind);
  if (lines.length === 0) return '';
  return ['Left behind (no DELETE is documented)', ...lines.map((line) => prose(`  ${neutral(line)}`))].join(
    '\n',
  );
}

function openText(rules: readonly RuleReport[], { prose }: TextStyle): string {
  if (rules.length === 0) return '';
  const lines = rules.flatMap(({ sections, title, findings, more }) => [
    `  ${neutral(title)} (${sectionsText(sections)})`,
    ...findings.map(({ message }) => `    ${neutral(message)}`),
    ...(more === undefined ? [] : [`    and ${more} more`]),
  ]);
  return ['Open points of the interface, and the behaviour of this service', ...lines].map(prose).join('\n');
}

function notReachedText(rules: readonly RuleReport[], { verbose, prose }: TextStyle): string {
  if (rules.length === 0) return '';
  const groups = [...groupBy(rules, ({ reason = '' }) => reason)];
  if (!verbose) {
    const reasons = counted(groups.length, 'reason');
    return prose(`Not reached: ${counted(rules.length, 'rule')}, for ${reasons} (--verbose lists them)`);
  }
  const lines = groups.flatMap(([reason, group]) => [
    `  ${neutral(reason)}`,
    `    ${neutral(group.map(({ id }) => id).join(', '))}`,
  ]);
  return ['Not reached', ...lines].map(prose).join('\n');
}

function totals(report: Report, style: TextStyle): string {
  const { summary, requests, jobs, seconds, target } = report;
  const counts = Object.entries(summary)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${count} ${name}`);
  const cost = `${counted(requests, 'request')}, ${counted(jobs, 'job')}, ${seconds.toFixed(1)} s`;
  const line = style.prose(`${counts.join(', ')}; ${cost}; ${neutral(target)}`);
  return `${line}\n${verdictText(report, style)}`;
}

function verdictText(report: Report, { prose, bold, ...colours }: TextStyle): string {
  const colour = { pass: colours.green, fail: colours.red, incomplete: colours.amber, error: colours.red };
  return bold(colour[report.outcome](prose(neutral(headline(report)))));
}
