/** The report as Markdown for GitHub: the summary of a workflow step, or any other place with GitHub's Markdown. */
import { groupBy } from '../../base/group-by.js';
import { isClientRuleId } from '../client-rule-id.js';
import { entryProblem } from '../baseline.js';
import { accessLines } from './access.js';
import { entryName } from './baseline-text.js';
import { countText, coverageKinds, missingByReason } from './coverage-counts.js';
import { evidenceLines } from './evidence-lines.js';
import { showsACause } from './causes.js';
import { counted } from '../../base/counted.js';
import { headline } from './headline.js';
import { block, code, details, plain, table } from './markdown.js';
import type { ExchangeReport, Report, RuleOutcome, RuleReport } from './model.js';
import { ruleText } from './rule-text.js';
import { gatewayLines, leftBehindLines, OPERATION_HEADS, operationRows } from './traffic-lines.js';

/** Far below GitHub's limit of 1 MiB, so the summary stays readable. */
const maxCharacters = 240_000;

const signs: Readonly<Record<RuleOutcome, string>> = {
  fail: '❌ broken',
  error: '💥 not judged, bug in Deckhand',
  accepted: '🟣 known violation',
  warn: '⚠️ kept, with a warning',
  pass: '✅ kept',
  observed: '🔎 open point, observed',
  'not-reached': '⬜ not reached',
};

const outcomeSigns: Readonly<Record<Report['outcome'], string>> = {
  pass: '✅',
  fail: '❌',
  incomplete: '🟠',
  error: '💥',
};

export function githubSummary(report: Report): string {
  const { target, requests, jobs, seconds, summary, notes } = report;
  const counts = (Object.keys(signs) as RuleOutcome[]).filter((name) => summary[name] > 0);
  const parts = [
    `## ${outcomeSigns[report.outcome]} ${plain(headline(report))}`,
    ...[...accessLines(report.access ?? {}), ...gatewayLines(report)].map((line) => `> ${plain(line)}`),
    `${code(target)}: ${counted(requests, 'request')}, ${counted(jobs, 'job')}, ${seconds.toFixed(1)} s`,
    table(
      counts.map((name) => signs[name]),
      [counts.map((name) => String(summary[name]))],
    ),
    ...findingParts(report, 'Broken promises', ['fail', 'error'], (id) => !isClientRuleId(id)),
    ...findingParts(report, 'Broken by clients', ['fail', 'error'], isClientRuleId),
    ...baselinePart(report),
    ...findingParts(report, 'Known violations', ['accepted']),
    ...findingParts(report, 'Warnings', ['warn']),
    details(
      'Evidence',
      evidenceLines(report)
        .map((line) => `- ${plain(line)}`)
        .join('\n'),
    ),
    ...trafficParts(report),
    ...openPart(report),
    ...notReachedPart(report),
    coveragePart(report),
    ...notes.map((note) => `Note: ${code(note)}`),
  ];
  return `${bounded(parts).join('\n\n')}\n`;
}

/** Keeps complete parts only: a cut part could end inside a code block. */
function bounded(parts: readonly string[]): readonly string[] {
  let remaining = maxCharacters;
  const kept = parts.filter((part) => (remaining -= part.length) > 0);
  return kept.length === parts.length
    ? kept
    : [...kept, '_This summary is incomplete. The other report formats contain everything._'];
}

function findingParts(
  report: Report,
  title: string,
  wanted: readonly RuleOutcome[],
  isListed: (id: string) => boolean = () => true,
): readonly string[] {
  const exchanges = new Map(report.exchanges.map((exchange) => [exchange.sequence, exchange]));
  const rules = report.rules.filter(
    (rule) => wanted.includes(rule.outcome) && isListed(rule.id) && showsACause(rule),
  );
  return rules.length === 0 ? [] : [`### ${title}`, ...rules.map((rule) => findingPart(rule, exchanges))];
}

function findingPart(rule: RuleReport, exchanges: ReadonlyMap<number, ExchangeReport>): string {
  const { id, title, sections } = rule;
  const summary = `<b>${plain(title)}</b> (§ ${plain(sections.join(', '))})`;
  return details(summary, [code(id), block(ruleText(rule, exchanges))].join('\n\n'));
}

function baselinePart({ baseline = [] }: Report): readonly string[] {
  const rows = baseline.flatMap((entry) => {
    const problem = entryProblem(entry);
    return problem === undefined ? [] : [[code(entryName(entry)), plain(problem), code(entry.owner)]];
  });
  return rows.length === 0
    ? []
    : ['### Baseline entries with problems', table(['Entry', 'Problem', 'Owner'], rows)];
}

function trafficParts({ operations, leftBehind }: Report): readonly string[] {
  const left = leftBehindLines(leftBehind);
  const rows = operationRows(operations).map(([endpoint = '', ...values]) => [code(endpoint), ...values]);
  return [
    ...(rows.length === 0 ? [] : [details('Operations: results and latency', table(OPERATION_HEADS, rows))]),
    ...(left.length === 0
      ? []
      : [details('Left behind (no DELETE is documented)', left.map((line) => `- ${code(line)}`).join('\n'))]),
  ];
}

function openPart({ rules }: Report): readonly string[] {
  const observed = rules.filter(({ outcome }) => outcome === 'observed');
  if (observed.length === 0) return [];
  const rows = observed.map(({ title, sections, findings, more }) => [
    `${plain(title)} (§ ${plain(sections.join(', '))})`,
    [
      ...findings.map(({ message }) => code(message)),
      ...(more === undefined ? [] : [`and ${more} more`]),
    ].join('<br>'),
  ]);
  return [
    details(
      `Open points of the interface, and the behaviour of this service (${observed.length})`,
      table(['Question', 'Observed'], rows),
    ),
  ];
}

function notReachedPart({ rules }: Report): readonly string[] {
  const unreached = rules.filter(({ outcome }) => outcome === 'not-reached');
  if (unreached.length === 0) return [];
  const rows = [...groupBy(unreached, ({ reason = '' }) => reason)].map(([reason, group]) => [
    code(reason),
    group.map(({ id }) => code(id)).join(' '),
  ]);
  return [details('Not reached', table(['Reason', 'Rules'], rows))];
}

function coveragePart({ coverage }: Report): string {
  const counts = coverageKinds
    .map(([kind, label]) => `- ${plain(countText(coverage[kind], label))}`)
    .join('\n');
  const rows = [...missingByReason(coverage)].map(([reason, names]) => [
    code(names.join('; ')),
    code(reason),
  ]);
  const missing = rows.length === 0 ? [] : [table(['Not fully covered', 'Reason'], rows)];
  return details('Coverage of the interface', [counts, ...missing].join('\n\n'));
}
