/** The building blocks of all sections of the page. */
import { markup, type Markup, type Part } from '../markup.js';

/** A section with a heading; `undefined` when it is empty. */
export function section(
  id: string,
  title: string,
  lead: string,
  content: readonly Markup[],
): Markup | undefined {
  if (content.length === 0) return undefined;
  return markup`<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${title}</h2>
${lead === '' ? undefined : markup`<p class="lead">${lead}</p>\n`}${content.map((part) => markup`${part}\n`)}</section>`;
}

/** `§ 2.2, 4.5`: the sections of the interface. */
export function sectionMarks(sections: readonly string[]): Markup {
  return markup`<span class="sections"><span aria-hidden="true">§</span><span class="unseen">section</span> ${sections.join(', ')}</span>`;
}

export function table(heads: readonly string[], rows: readonly (readonly Part[])[]): Markup {
  return markup`<div class="table" role="region" tabindex="0" aria-label="${heads.join(', ')}"><table>
<thead><tr>${heads.map((head) => markup`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>
${rows.map((cells) => markup`<tr>${cells.map((cell) => markup`<td>${cell}</td>`)}</tr>\n`)}</tbody>
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
