/** Renders a report as Markdown for GitHub, safe against injection: text is escaped, or in code spans and code blocks. */
import { escapeWorkflowCommands, sanitizeText } from '../../base/text/sanitize.js';
import type { Report } from '../report/report.js';
import { formatCounts, outcomeLabels } from './outcome-labels.js';
import { buildDocument } from './build-document.js';
import { renderText, type ReportBlock, type ReportSection, type InlineText } from './report-document.js';

/** Far below GitHub's limit of 1 MiB, so the summary stays readable. */
const MAX_SUMMARY_LENGTH = 240_000;
/** A longer collapsed section inside another one is omitted. */
const MAX_COLLAPSED_LENGTH = 20_000;

export interface SummaryOptions {
  /** The HTML report of the same run: its file, and the URL of the artifact that contains it. */
  readonly htmlReport?: { readonly file: string; readonly url: string };
}

export function formatGitHubSummary(report: Report, { htmlReport }: SummaryOptions = {}): string {
  const { outcome, headline, warnings, facts, summary, sections } = buildDocument(report);
  const link =
    htmlReport &&
    `All exchanges are in ${codeSpan(htmlReport.file)}, in the [artifacts of this run](${htmlReport.url}).`;
  const parts = [
    `## ${OUTCOME_EMOJI[outcome]} ${escapeMarkdown(headline)}`,
    ...warnings.map((line) => `> ${escapeMarkdown(line)}`),
    `${facts.map(inline).join(', ')}: ${escapeMarkdown(formatCounts(summary))}`,
    ...(link === undefined ? [] : [link]),
    ...sections.flatMap((section) => sectionParts(section, 3)),
  ];
  return `${limitParts(parts).join('\n\n')}\n`;
}

const OUTCOME_EMOJI: Readonly<Record<Report['outcome'], string>> = {
  pass: '✅',
  fail: '❌',
  incomplete: '🟠',
  error: '💥',
};

/** Keeps complete parts only: a truncated part could end inside a code block. */
function limitParts(parts: readonly string[]): readonly string[] {
  let remaining = MAX_SUMMARY_LENGTH;
  const kept = parts.filter((part) => (remaining -= part.length) > 0);
  return kept.length === parts.length
    ? kept
    : [...kept, '_This summary is incomplete. The other report formats contain everything._'];
}

/** @param level of the heading */
function sectionParts(
  { title, outcome, visibility, blocks }: ReportSection,
  level: number,
): readonly string[] {
  if (visibility === 'html-only') return [];
  const label = outcome === undefined ? '' : `${outcomeLabels[outcome].heading}: `;
  const parts = blocks.flatMap((block) =>
    block.kind === 'section' ? sectionParts(block, level + 1) : blockParts(block),
  );
  if (visibility !== 'collapsed')
    return [`${'#'.repeat(Math.min(6, level))} ${label}${escapeMarkdown(title)}`, ...parts];
  const content = parts.join('\n\n');
  // The blank lines keep Markdown working inside HTML.
  return level > 3 && content.length > MAX_COLLAPSED_LENGTH
    ? [`_${escapeMarkdown(title)}: in the other report formats_`]
    : [`<details><summary>${escapeMarkdown(title)}</summary>\n\n${content}\n\n</details>`];
}

function blockParts(block: Exclude<ReportBlock, ReportSection>): readonly string[] {
  switch (block.kind) {
    case 'paragraph':
      return [inline(block.text)];
    case 'list':
      return [block.items.map((item) => `- ${inline(item)}`).join('\n')];
    case 'facts':
      return [block.facts.map(([name, value]) => `- ${escapeMarkdown(name)}: ${inline(value)}`).join('\n')];
    case 'lines':
      return [codeBlock(block.lines)];
    case 'table':
      return [table(block.headers, block.rows)];
  }
}

/** A text in a line or a table cell. */
const inline = (text: InlineText): string => renderText(text, escapeMarkdown, codeSpan);

/** Escapes a text: writes special characters of Markdown and HTML as entities. */
export function escapeMarkdown(text: string): string {
  return sanitizeText(text).replace(
    /[&<>*_`[\]!#~|\\@:$]|(?<=www)\./gi,
    (character) => `&#${character.charCodeAt(0)};`,
  );
}

/** A string from the target as a code span, in a line or a table cell. */
export function codeSpan(text: string): string {
  // A bar ends a table cell even inside code, and two backslashes before it cancel each other.
  const content = sanitizeText(text).replaceAll('|', '\\u007c');
  if (content.trim() === '') return '`(blank)`';
  const fence = '`'.repeat(longestRun(content) + 1);
  const gap = /^[ `]|[ `]$/.test(content) ? ' ' : '';
  return fence + gap + content + gap + fence;
}

function codeBlock(lines: readonly string[]): string {
  const content = escapeWorkflowCommands(lines.map(sanitizeText).join('\n'));
  const fence = '`'.repeat(Math.max(3, longestRun(content) + 1));
  return `${fence}\n${content}\n${fence}`;
}

const longestRun = (text: string): number =>
  Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [
    heads.map(escapeMarkdown),
    heads.map(() => '---'),
    ...rows.map((cells) => cells.map(escapeMarkdown)),
  ];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
