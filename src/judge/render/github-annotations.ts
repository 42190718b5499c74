/** The report as workflow commands of GitHub Actions: one annotation for each broken rule, up to GitHub's limit. */
import { sanitizeText } from '../../base/text/sanitize.js';
import { truncateText } from '../report/truncate.js';
import type { Report, ReportedOutcome } from '../report/report.js';
import { buildDocument } from './build-document.js';
import { renderText, type ReportBlock, type ReportSection, type InlineText } from './report-document.js';

/** GitHub shows ten annotations of each kind for a step and silently drops the others. */
const MAX_ANNOTATIONS = 10;

interface Annotation {
  readonly title: string;
  readonly lines: readonly string[];
}

export function formatGitHubAnnotations(report: Report): string {
  const { outcome, headline, warnings, sections } = buildDocument(report);
  const of = (...marks: readonly ReportedOutcome[]): readonly Annotation[] =>
    sections
      .flatMap(({ blocks }) => blocks.filter((block) => block.kind === 'section'))
      .filter(({ outcome }) => outcome !== undefined && marks.includes(outcome))
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
function ofRule({ title, blocks: [id, ...blocks] }: ReportSection): Annotation {
  const shown = blocks.filter((_, index) => blocks[index + 1]?.kind !== 'lines');
  return { title: (id ? linesOf(id) : []).join(', '), lines: [title, ...shown.flatMap(linesOf)] };
}

function linesOf(block: ReportBlock): readonly string[] {
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

const plain = (text: InlineText): string => renderText(text, (part) => part);

function commands(kind: 'error' | 'warning' | 'notice', all: readonly Annotation[]): readonly string[] {
  const listed = all.length <= MAX_ANNOTATIONS ? all : all.slice(0, MAX_ANNOTATIONS - 1);
  const rest = all.length - listed.length;
  const last = { title: `and ${rest} more`, lines: ['The step summary lists all of them.'] };
  return [...listed, ...(rest > 0 ? [last] : [])].map(({ title, lines }) => {
    const message = lines.map((line) => data(truncateText(line, 400))).join('%0A');
    return `::${kind} title=${property(truncateText(title, 200))}::${message}`;
  });
}

/** Escapes like actions/toolkit. `sanitizeText` removes line breaks. */
function data(text: string): string {
  return sanitizeText(text).replaceAll('%', '%25');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
