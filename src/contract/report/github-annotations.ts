/** The report as workflow commands of GitHub Actions: one annotation for each broken rule, up to GitHub's limit. */
import { entryProblem } from '../baseline.js';
import { accessLines, headline, entryName, gatewayLines } from './run-words.js';
import { boundedText } from './bounded.js';
import { Explained } from './causes.js';
import { valueText } from '../../base/text/value-text.js';
import type { Report, RuleReport } from './model.js';
import { neutral } from '../../base/text/neutral.js';
import { acceptanceText, findingWords, sectionsText, sentence } from './words.js';

/** GitHub shows ten annotations of each kind for a step and silently drops the others. */
const maxAnnotations = 10;

interface Annotation {
  readonly title: string;
  readonly lines: readonly string[];
}

export function githubAnnotations(report: Report): string {
  const { outcome, rules, evidence, baseline = [] } = report;
  const isWorthSaying = outcome === 'incomplete' || outcome === 'error' || evidence.missing.length > 0;
  const explained = new Explained(rules);
  const shown = (...outcomes: readonly RuleReport['outcome'][]) =>
    rules.filter((rule) => outcomes.includes(rule.outcome) && !explained.has(rule)).map(ofRule);
  const errors: Annotation[] = [
    ...(isWorthSaying ? [{ title: 'deckhand', lines: [headline(report)] }] : []),
    ...shown('fail', 'error'),
    ...baseline.flatMap((entry): readonly Annotation[] => {
      const problem = entryProblem(entry);
      if (problem === undefined || entry.state === 'not-judged') return [];
      return [
        { title: `baseline: ${entryName(entry)}`, lines: [problem, `${entry.owner}: ${entry.reason}`] },
      ];
    }),
  ];
  const access = [...accessLines(report.access ?? {}), ...gatewayLines(report)];
  const warnings: Annotation[] = [
    ...(report.access?.insecure || report.gateways.length > 0 ? [{ title: 'deckhand', lines: access }] : []),
    ...shown('warn'),
  ];
  const lines = [
    ...commands('error', errors, 'rules are broken'),
    ...commands('warning', warnings, 'rules have a warning'),
    ...commands('notice', shown('accepted'), 'rules have known violations'),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function ofRule(rule: RuleReport): Annotation {
  const { id, sections, title, reason, findings, more = 0 } = rule;
  const [first] = findings;
  const others = findings.length - 1 + more;
  const accepted = first?.accepted;
  return {
    title: `${id} (${sectionsText(sections)})`,
    lines: [
      sentence(title),
      ...(first ? [sentence(findingWords(first))] : []),
      ...(first?.path === undefined ? [] : [`At ${first.path}`]),
      ...(first?.expected === undefined ? [] : [`Expected ${valueText(first, 'expected')}`]),
      ...(first?.actual === undefined ? [] : [`Got ${valueText(first, 'actual')}`]),
      ...(first?.alsoBreaks ? [`Also breaks ${first.alsoBreaks.join(', ')}`] : []),
      ...(accepted ? [sentence(acceptanceText(accepted))] : []),
      ...(reason === undefined ? [] : [sentence(reason)]),
      ...(others > 0 ? [`And ${others} more`] : []),
    ],
  };
}

function commands(
  kind: 'error' | 'warning' | 'notice',
  all: readonly Annotation[],
  what: string,
): readonly string[] {
  const listed = all.length <= maxAnnotations ? all : all.slice(0, maxAnnotations - 1);
  const rest = all.length - listed.length;
  const last = {
    title: `and ${rest} more`,
    lines: [`${all.length} ${what}. The step summary lists all of them.`],
  };
  return [...listed, ...(rest > 0 ? [last] : [])].map(({ title, lines }) => {
    const message = lines.map((line) => data(boundedText(line, 400))).join('%0A');
    return `::${kind} title=${property(boundedText(title, 200))}::${message}`;
  });
}

/** Escapes like actions/toolkit. `neutral` removes line breaks. */
function data(text: string): string {
  return neutral(text).replaceAll('%', '%25');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
