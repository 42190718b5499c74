/** The report as Markdown, for the summary of a workflow's step; other places that show GitHub's Markdown take it, too. */
import { entryTrouble } from '../baseline.js';
import { entryName } from './baseline-text.js';
import { countText, coverageKinds, missingByReason } from './coverage-counts.js';
import { counted } from './counted.js';
import { headline } from './headline.js';
import { block, code, details, plain, table } from './markdown.js';
import type { ExchangeReport, Report, RuleOutcome, RuleReport } from './model.js';
import { ruleText } from './rule-text.js';

/** GitHub refuses a summary above 1 MiB; nobody reads one above this. */
const mostCharacters = 240_000;

const signs: Readonly<Record<RuleOutcome, string>> = {
  fail: '❌ broken',
  error: '💥 not judged, by our fault',
  accepted: '🟣 broken, and known',
  warn: '⚠️ kept, with a warning',
  pass: '✅ kept',
  observed: '🔎 left open, observed',
  'not-reached': '⬜ not reached',
};

export function githubSummary(report: Report): string {
  const { reason, target, requests, jobs, seconds, summary, notes } = report;
  const counts = (Object.keys(signs) as RuleOutcome[]).filter((name) => summary[name] > 0);
  const parts = [
    `## ${headline(report)}`,
    ...(reason === undefined ? [] : [code(reason)]),
    `${code(target)}: ${counted(requests, 'request')}, ${counted(jobs, 'job')}, ${seconds.toFixed(1)} s`,
    table(
      counts.map((name) => signs[name]),
      [counts.map((name) => String(summary[name]))],
    ),
    ...findingParts(report, 'Broken promises', ['fail', 'error']),
    ...baselinePart(report),
    ...findingParts(report, 'Known violations', ['accepted']),
    ...findingParts(report, 'Warnings', ['warn']),
    ...openPart(report),
    ...notReachedPart(report),
    coveragePart(report),
    ...notes.map((note) => `Note: ${code(note)}`),
  ];
  return `${bounded(parts).join('\n\n')}\n`;
}

/** Whole parts, as many as fit: half a part might end in the middle of a block. */
function bounded(parts: readonly string[]): readonly string[] {
  let room = mostCharacters;
  const kept = parts.filter((part) => (room -= part.length) > 0);
  return kept.length === parts.length
    ? kept
    : [...kept, '_This is not all: the other reports have the rest._'];
}

function findingParts(report: Report, title: string, wanted: readonly RuleOutcome[]): readonly string[] {
  const exchanges = new Map(report.exchanges.map((exchange) => [exchange.sequence, exchange]));
  const rules = report.rules.filter(({ outcome }) => wanted.includes(outcome));
  return rules.length === 0 ? [] : [`### ${title}`, ...rules.map((rule) => findingPart(rule, exchanges))];
}

function findingPart(rule: RuleReport, exchanges: ReadonlyMap<number, ExchangeReport>): string {
  const { id, title, sections } = rule;
  const summary = `<b>${plain(title)}</b> (§ ${plain(sections.join(', '))})`;
  return details(summary, [code(id), block(ruleText(rule, exchanges))].join('\n\n'));
}

function baselinePart({ baseline = [] }: Report): readonly string[] {
  const rows = baseline.flatMap((entry) => {
    const trouble = entryTrouble(entry);
    return trouble === undefined ? [] : [[code(entryName(entry)), plain(trouble), code(entry.owner)]];
  });
  return rows.length === 0
    ? []
    : ['### Entries of the baseline', table(['Entry', 'What is wrong', 'Owner'], rows)];
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
      `What the interface leaves open, and what this implementation does (${observed.length})`,
      table(['Question', 'Answer'], rows),
    ),
  ];
}

function notReachedPart({ rules }: Report): readonly string[] {
  const byReason = new Map<string, string[]>();
  for (const { outcome, id, reason = '' } of rules) {
    if (outcome === 'not-reached') byReason.set(reason, [...(byReason.get(reason) ?? []), id]);
  }
  if (byReason.size === 0) return [];
  const rows = [...byReason].map(([reason, ids]) => [code(reason), ids.map(code).join(' ')]);
  return [details('Not reached, and why', table(['Why', 'Rules'], rows))];
}

function coveragePart({ coverage }: Report): string {
  const counts = coverageKinds
    .map(([kind, words]) => `- ${plain(countText(coverage[kind], words))}`)
    .join('\n');
  const rows = [...missingByReason(coverage)].map(([reason, names]) => [
    code(names.join('; ')),
    code(reason),
  ]);
  const missing = rows.length === 0 ? [] : [table(['Not seen', 'Why'], rows)];
  return details('Seen of what the interface documents', [counts, ...missing].join('\n\n'));
}
