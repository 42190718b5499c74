/** The report as workflow commands of GitHub Actions: one annotation for each failed rule, up to GitHub's limit. */
import { sanitizeText } from '../../base/text/sanitize.js';
import { truncateText } from '../report/truncate.js';
import type { Report, ReportedOutcome } from '../report/report.js';
import { buildDocument } from './build-document.js';
import { renderText, type ReportBlock, type ReportSection, type InlineText } from './report-document.js';

/** GitHub shows ten annotations of each kind for a step and silently drops the others. */
const MAX_ANNOTATIONS = 10;

/** Lines of bodies and commands are limited by the report. */
const MAX_TEXT_LENGTH = 400;

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
  const withAnchor = (name: string): readonly Annotation[] =>
    sections
      .filter(({ anchor }) => anchor === name)
      .map(({ title, blocks }) => ({ title, lines: blocks.flatMap(formatBlock) }));
  const isUnreliable = report.connection?.insecure === true || report.gatewayResponses.length > 0;
  const lines = [
    ...formatCommands('error', [
      ...(outcome === 'pass' ? [] : [{ title: 'deckhand', lines: [formatInline(headline)] }]),
      ...withOutcome('fail', 'error'),
      ...withAnchor('baseline'),
    ]),
    ...formatCommands('warning', [
      ...(isUnreliable ? [{ title: 'deckhand', lines: warnings }] : []),
      ...withOutcome('warn'),
      ...withAnchor('unused-baseline'),
    ]),
    ...formatCommands('notice', [...withOutcome('suppressed'), ...withAnchor('advice')]),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

/** Omits nested sections. */
function buildAnnotation({ title, blocks: [id, ...blocks] }: ReportSection): Annotation {
  return { title: (id ? formatBlock(id) : []).join(', '), lines: [title, ...blocks.flatMap(formatBlock)] };
}

function formatBlock(block: ReportBlock): readonly string[] {
  switch (block.kind) {
    case 'paragraph':
      return [formatInline(block.text)];
    case 'list':
      return block.items.map(formatInline);
    case 'facts':
      return block.facts.map(([name, value]) => `${name} ${formatInline(value)}`);
    case 'lines':
      return block.lines;
    default:
      return [];
  }
}

const formatInline = (text: InlineText): string =>
  truncateText(
    renderText(text, (part) => part),
    MAX_TEXT_LENGTH,
  );

function formatCommands(kind: 'error' | 'warning' | 'notice', all: readonly Annotation[]): readonly string[] {
  const listed = all.length <= MAX_ANNOTATIONS ? all : all.slice(0, MAX_ANNOTATIONS - 1);
  const rest = all.length - listed.length;
  const last = { title: `and ${rest} more`, lines: ['The step summary lists all of them.'] };
  return [...listed, ...(rest > 0 ? [last] : [])].map(({ title, lines }) => {
    const message = lines.map(escapeData).join('%0A');
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
