/**
 * Markdown that cannot be injected into, for GitHub's flavour: words of ours are escaped, words of a target stand in code
 * spans and fences, where nothing is interpreted, mentioned or linked.
 */
import { neutral } from './neutral.js';

/** A text of ours: whatever Markdown or HTML could take for more than a character is written as an entity. */
export function plain(text: string): string {
  return neutral(text).replace(
    /[&<>*_`[\]!#~|\\@:$]|(?<=www)\./gi,
    (character) => `&#${character.charCodeAt(0)};`,
  );
}

/** A text of the target, in a line or a table's cell. */
export function code(text: string): string {
  // In a cell a bar ends the cell, even inside code, and a backslash before it is no help when there are two.
  const content = neutral(text).replaceAll('|', '\\u007c');
  if (content.trim() === '') return '`(blank)`';
  const fence = '`'.repeat(longestRun(content) + 1);
  const gap = /^[ `]|[ `]$/.test(content) ? ' ' : '';
  return fence + gap + content + gap + fence;
}

/** A text of the target as a block of lines that are neutral each. */
export function block(text: string, language = ''): string {
  const content = text.split('\n').map(neutral).join('\n');
  const fence = '`'.repeat(Math.max(3, longestRun(content) + 1));
  return `${fence}${language}\n${content}\n${fence}`;
}

export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return lines.join('\n');
}

/** What is folded away until somebody wants it. The blank lines let Markdown be Markdown inside of HTML. */
export function details(summary: string, content: string): string {
  return `<details><summary>${summary}</summary>\n\n${content}\n\n</details>`;
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
}
