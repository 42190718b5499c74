/** The building blocks of all sections of the page. */
import { markup, type Markup, type Part } from '../markup.js';

export interface Section {
  readonly id: string;
  readonly title: string;
  readonly markup: Markup;
}

/** A section with a heading; `undefined` when it is empty. */
export function section(
  id: string,
  title: string,
  lead: string,
  content: readonly Markup[],
): Section | undefined {
  if (content.length === 0) return undefined;
  const all = markup`<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${title}</h2>
${lead === '' ? undefined : markup`<p class="lead">${lead}</p>\n`}${content.map((part) => markup`${part}\n`)}</section>`;
  return { id, title, markup: all };
}

/** `§ 2.2, 4.5`: the sections of the interface. */
export function sectionMarks(sections: readonly string[]): Markup {
  return markup`<span class="sections"><span aria-hidden="true">§</span><span class="unseen">section</span>\u00a0${sections.join(', ')}</span>`;
}

/** A row with further attributes, such as those for the filter. */
export interface Row {
  readonly marks: Markup;
  readonly cells: readonly Part[];
}

/** Prose in which no line breaks within an option such as `--other-api-key`. */
export function prose(text: string | undefined): Part {
  return text
    ?.split(/(--[a-z][a-z-]{1,30})/)
    .map((part, index) => (index % 2 === 1 ? markup`<span class="option">${part}</span>` : part));
}

/**
 * @param kind where the page is narrow, a plain table scrolls, the cells of a `stacked` row are below each other, and a row of
 * `figures` is a small block in which each figure has its head
 */
export function table(
  heads: readonly string[],
  rows: readonly (Row | readonly Part[])[],
  kind: 'plain' | 'stacked' | 'figures' = 'plain',
): Markup {
  const lines = rows.map((row) => {
    const { marks, cells } = 'cells' in row ? row : { marks: undefined, cells: row };
    return markup`<tr${marks}>${cells.map((cell, index) => markup`<td${kind === 'figures' ? markup` data-head="${heads[index]}"` : undefined}>${cell}</td>`)}</tr>\n`;
  });
  return markup`<div class="${kind === 'plain' ? 'table' : `table ${kind}`}" role="group" tabindex="0" aria-label="${heads.join(', ')}"><table>
<thead><tr>${heads.map((head) => markup`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>
${lines}</tbody>
</table></div>`;
}

/** A percentage for SVG: `12.34%`. */
export function percent(part: number, whole: number): string {
  return `${((whole > 0 ? part / whole : 0) * 100).toFixed(2)}%`;
}

/** `340 ms`, `12.3 s`, `3 min 5 s`. */
export function span(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
