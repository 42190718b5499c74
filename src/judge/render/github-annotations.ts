/** The report as workflow commands of GitHub Actions: one annotation for each failed rule, up to GitHub's limit. */
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
  const withOutcome = (...outcomes: readonly ReportedOutcome[]): readonly Annotation[] =>
    sections
      .flatMap(({ blocks }) => blocks.filter((block) => block.kind === 'section'))
      .filter(({ outcome }) => outcome !== undefined && outcomes.includes(outcome))
      .map(buildAnnotation);
  const baseline = sections.filter(({ anchor }) => anchor === 'baseline');
  const isUnreliable = report.connection?.insecure === true || report.gatewayResponses.length > 0;
  const lines = [
    ...formatCommands('error', [
      ...(outcome === 'pass' ? [] : [{ title: 'deckhand', lines: [headline] }]),
      ...withOutcome('fail', 'error'),
      ...baseline.map(({ title, blocks }) => ({ title, lines: blocks.flatMap(formatBlock) })),
    ]),
    ...formatCommands('warning', [
      ...(isUnreliable ? [{ title: 'deckhand', lines: warnings }] : []),
      ...withOutcome('warn'),
    ]),
    ...formatCommands('notice', withOutcome('suppressed')),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

/** Omits commands and nested sections. */
function buildAnnotation({ title, blocks: [id, ...blocks] }: ReportSection): Annotation {
  const visible = blocks.filter((_, index) => blocks[index + 1]?.kind !== 'lines');
  return { title: (id ? formatBlock(id) : []).join(', '), lines: [title, ...visible.flatMap(formatBlock)] };
}

function formatBlock(block: ReportBlock): readonly string[] {
  switch (block.kind) {
    case 'paragraph':
      return [formatInline(block.text)];
    case 'list':
      return block.items.map(formatInline);
    case 'facts':
      return block.facts.map(([name, value]) => `${name} ${formatInline(value)}`);
    default:
      return [];
  }
}

const formatInline = (text: InlineText): string => renderText(text, (part) => part);

function formatCommands(kind: 'error' | 'warning' | 'notice', all: readonly Annotation[]): readonly string[] {
  const listed = all.length <= MAX_ANNOTATIONS ? all : all.slice(0, MAX_ANNOTATIONS - 1);
  const rest = all.length - listed.length;
  const last = { title: `and ${rest} more`, lines: ['The step summary lists all of them.'] };
  return [...listed, ...(rest > 0 ? [last] : [])].map(({ title, lines }) => {
    const message = lines.map((line) => escapeData(truncateText(line, 400))).join('%0A');
    return `::${kind} title=${escapeProperty(truncateText(title, 200))}::${message}`;
  });
}

/** Escapes like actions/toolkit. `sanitizeText` removes line breaks. */
function escapeData(text: string): string {
  return sanitizeText(text).replaceAll('%', '%25');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
