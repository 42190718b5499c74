/** The report as workflow commands of GitHub Actions: one annotation a broken rule, as many as GitHub shows. */
import { entryTrouble } from '../baseline.js';
import { boundedText } from './bounded.js';
import { entryName } from './baseline-text.js';
import type { Report, RuleReport } from './model.js';
import { neutral, shown } from './neutral.js';

/** GitHub shows ten of each kind for a step, and drops the others without a word. */
const most = 10;

interface Annotation {
  readonly title: string;
  readonly lines: readonly string[];
}

export function githubAnnotations(report: Report): string {
  const { outcome, reason, rules, baseline = [] } = report;
  const errors: Annotation[] = [
    ...(outcome === 'pass' || reason === undefined ? [] : [{ title: 'deckhand verify', lines: [reason] }]),
    ...rules.filter((rule) => rule.outcome === 'fail' || rule.outcome === 'error').map(ofRule),
    ...baseline.flatMap((entry): readonly Annotation[] => {
      const trouble = entryTrouble(entry);
      if (trouble === undefined || entry.state === 'not-judged') return [];
      return [
        { title: `baseline: ${entryName(entry)}`, lines: [trouble, `${entry.owner}: ${entry.reason}`] },
      ];
    }),
  ];
  const warnings = rules.filter((rule) => rule.outcome === 'warn').map(ofRule);
  const known = rules.filter((rule) => rule.outcome === 'accepted').map(ofRule);
  const lines = [
    ...commands('error', errors, 'broken'),
    ...commands('warning', warnings, 'to look at'),
    ...commands('notice', known, 'broken and known'),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function ofRule({ id, sections, title, reason, findings, more = 0 }: RuleReport): Annotation {
  const [first] = findings;
  const others = findings.length - 1 + more;
  const accepted = first?.accepted;
  return {
    title: `${id} (section ${sections.join(', ')})`,
    lines: [
      title,
      ...(first ? [first.message] : []),
      ...(first?.expected === undefined ? [] : [`expected ${shown(first.expected)}`]),
      ...(first?.actual === undefined ? [] : [`got ${shown(first.actual)}`]),
      ...(accepted ? [`accepted until ${accepted.expires} by ${accepted.owner}: ${accepted.reason}`] : []),
      ...(reason === undefined ? [] : [reason]),
      ...(others > 0 ? [`and ${others} more`] : []),
    ],
  };
}

function commands(
  kind: 'error' | 'warning' | 'notice',
  all: readonly Annotation[],
  what: string,
): readonly string[] {
  const listed = all.length <= most ? all : all.slice(0, most - 1);
  const rest = all.length - listed.length;
  const last = {
    title: `and ${rest} more`,
    lines: [`${all.length} rules are ${what}: the step summary has them all.`],
  };
  return [...listed, ...(rest > 0 ? [last] : [])].map(({ title, lines }) => {
    const message = lines.map((line) => data(boundedText(line, 400))).join('%0A');
    return `::${kind} title=${property(boundedText(title, 200))}::${message}`;
  });
}

/** As actions/toolkit escapes them; line breaks of a target never get this far. */
function data(text: string): string {
  return neutral(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
