/** Prints a report as Markdown for GitHub, safe against injection: text is escaped, or in code spans and code blocks. */
import { neutral } from '../../base/text/neutral.js';
import type { Report } from './model.js';
import { countsText, outcomes } from './outcomes.js';
import { treeOf } from './report-tree.js';
import { printText, type Block, type Section, type Text } from './tree.js';

/** Far below GitHub's limit of 1 MiB, so the summary stays readable. */
const maxCharacters = 240_000;
/** A longer part of a folded section is left out. */
const maxFolded = 20_000;

export interface SummaryOptions {
  /** The HTML report of the same run: its file, and the address at which people find it. */
  readonly page?: { readonly file: string; readonly url: string };
}

export function githubSummary(report: Report, { page }: SummaryOptions = {}): string {
  const { outcome, headline, warnings, facts, summary, sections } = treeOf(report);
  const link =
    page && `All exchanges are in ${code(page.file)}, in the [artifacts of this run](${page.url}).`;
  const parts = [
    `## ${signs[outcome]} ${plain(headline)}`,
    ...warnings.map((line) => `> ${plain(line)}`),
    `${facts.map(inline).join(', ')}: ${plain(countsText(summary))}`,
    ...(link === undefined ? [] : [link]),
    ...sections.flatMap((section) => sectionParts(section, 3)),
  ];
  return `${bounded(parts).join('\n\n')}\n`;
}

const signs: Readonly<Record<Report['outcome'], string>> = {
  pass: '✅',
  fail: '❌',
  incomplete: '🟠',
  error: '💥',
};

/** Keeps complete parts only: a cut part could end inside a code block. */
function bounded(parts: readonly string[]): readonly string[] {
  let remaining = maxCharacters;
  const kept = parts.filter((part) => (remaining -= part.length) > 0);
  return kept.length === parts.length
    ? kept
    : [...kept, '_This summary is incomplete. The other report formats contain everything._'];
}

/** @param level of the heading */
function sectionParts({ title, mark, show, blocks }: Section, level: number): readonly string[] {
  if (show === 'page') return [];
  const word = mark === undefined ? '' : `${outcomes[mark].word}: `;
  const parts = blocks.flatMap((block) =>
    block.kind === 'section' ? sectionParts(block, level + 1) : blockParts(block),
  );
  if (show !== 'folded') return [`${'#'.repeat(Math.min(6, level))} ${word}${plain(title)}`, ...parts];
  const content = parts.join('\n\n');
  // The blank lines keep Markdown working inside HTML.
  return level > 3 && content.length > maxFolded
    ? [`_${plain(title)}: in the other report formats_`]
    : [`<details><summary>${plain(title)}</summary>\n\n${content}\n\n</details>`];
}

function blockParts(block: Exclude<Block, Section>): readonly string[] {
  switch (block.kind) {
    case 'paragraph':
      return [inline(block.text)];
    case 'list':
      return [block.items.map((item) => `- ${inline(item)}`).join('\n')];
    case 'facts':
      return [block.facts.map(([name, value]) => `- ${plain(name)}: ${inline(value)}`).join('\n')];
    case 'lines':
      return [codeBlock(block.lines)];
    case 'table':
      return [table(block.heads, block.rows)];
  }
}

/** A text in a line or a table cell. */
const inline = (text: Text): string => printText(text, plain, code);

/** Escapes a text: writes special characters of Markdown and HTML as entities. */
export function plain(text: string): string {
  return neutral(text).replace(
    /[&<>*_`[\]!#~|\\@:$]|(?<=www)\./gi,
    (character) => `&#${character.charCodeAt(0)};`,
  );
}

/** A string from the target as a code span, in a line or a table cell. */
export function code(text: string): string {
  // A bar ends a table cell even inside code, and two backslashes before it cancel each other.
  const content = neutral(text).replaceAll('|', '\\u007c');
  if (content.trim() === '') return '`(blank)`';
  const fence = '`'.repeat(longestRun(content) + 1);
  const gap = /^[ `]|[ `]$/.test(content) ? ' ' : '';
  return fence + gap + content + gap + fence;
}

function codeBlock(lines: readonly string[]): string {
  const content = lines.map(neutral).join('\n');
  const fence = '`'.repeat(Math.max(3, longestRun(content) + 1));
  return `${fence}\n${content}\n${fence}`;
}

const longestRun = (text: string): number =>
  Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [heads.map(plain), heads.map(() => '---'), ...rows.map((cells) => cells.map(plain))];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
