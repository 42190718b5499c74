/** The report as workflow commands of GitHub Actions: one annotation for each broken rule, up to GitHub's limit. */
import { neutral } from '../../base/text/neutral.js';
import { boundedText } from './bounded.js';
import type { Report, RuleOutcome } from './model.js';
import { treeOf } from './report-tree.js';
import { printText, type Block, type Section, type Text } from './tree.js';

/** GitHub shows ten annotations of each kind for a step and silently drops the others. */
const maxAnnotations = 10;

interface Annotation {
  readonly title: string;
  readonly lines: readonly string[];
}

export function githubAnnotations(report: Report): string {
  const { outcome, headline, warnings, sections } = treeOf(report);
  const of = (...marks: readonly RuleOutcome[]): readonly Annotation[] =>
    sections
      .flatMap(({ blocks }) => blocks.filter((block) => block.kind === 'section'))
      .filter(({ mark }) => mark !== undefined && marks.includes(mark))
      .map(ofRule);
  const baseline = sections.filter(({ anchor }) => anchor === 'baseline');
  const isDoubtful = report.access?.insecure === true || report.gateways.length > 0;
  const lines = [
    ...commands('error', [
      ...(outcome === 'pass' ? [] : [{ title: 'deckhand', lines: [headline] }]),
      ...of('fail', 'error'),
      ...baseline.map(({ title, blocks }) => ({ title, lines: blocks.flatMap(linesOf) })),
    ]),
    ...commands('warning', [...(isDoubtful ? [{ title: 'deckhand', lines: warnings }] : []), ...of('warn')]),
    ...commands('notice', of('accepted')),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

/** Without its commands, and what is folded. */
function ofRule({ title, blocks: [id, ...blocks] }: Section): Annotation {
  const shown = blocks.filter((_, index) => blocks[index + 1]?.kind !== 'lines');
  return { title: (id ? linesOf(id) : []).join(', '), lines: [title, ...shown.flatMap(linesOf)] };
}

function linesOf(block: Block): readonly string[] {
  switch (block.kind) {
    case 'paragraph':
      return [plain(block.text)];
    case 'list':
      return block.items.map(plain);
    case 'facts':
      return block.facts.map(([name, value]) => `${name} ${plain(value)}`);
    default:
      return [];
  }
}

const plain = (text: Text): string => printText(text, (part) => part);

function commands(kind: 'error' | 'warning' | 'notice', all: readonly Annotation[]): readonly string[] {
  const listed = all.length <= maxAnnotations ? all : all.slice(0, maxAnnotations - 1);
  const rest = all.length - listed.length;
  const last = { title: `and ${rest} more`, lines: ['The step summary lists all of them.'] };
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
