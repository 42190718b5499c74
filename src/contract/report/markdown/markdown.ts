/**
 * GitHub Markdown that is safe against injection: text is escaped, or in code spans and code blocks.
 */
import type { Inline, Text } from '../document.js';
import { neutral, neutralLines } from '../../../base/text/neutral.js';

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

/** Lines as a code block. */
export function block(lines: readonly string[]): string {
  const content = neutralLines(lines.join('\n'));
  const fence = '`'.repeat(Math.max(3, longestRun(content) + 1));
  return `${fence}\n${content}\n${fence}`;
}

/** A text in a line or a table cell. */
export const inline = (text: Text): string =>
  typeof text === 'string' ? plain(text) : text.map(printed).join('');

function printed(part: Inline): string {
  if (typeof part === 'string') return plain(part);
  if ('sections' in part) return `(§ ${plain(part.sections.join(', '))})`;
  return part.isCode ? code(part.text) : plain(part.text);
}

export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return lines.join('\n');
}

/** A section that is closed at first. The blank lines keep Markdown working inside HTML. */
export function details(summary: string, content: string): string {
  return `<details><summary>${summary}</summary>\n\n${content}\n\n</details>`;
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
}
