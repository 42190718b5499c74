/** A job of the page: its chart, and a table of its requests. */
import type { EventLine, JobBlock } from '../document.js';
import { icon } from './icons.js';
import { inline, itemMarks } from './inline.js';
import { jobChart, stateShape } from './job-chart.js';
import { markup, type Markup } from '../markup.js';

const states = [
  ['generating', 'generating'],
  ['awaiting_input', 'awaiting_input'],
  ['completed', 'completed'],
  ['failed', 'failed'],
  ['unknown', 'no state'],
  ['reply', 'reply'],
  ['trouble', 'trouble'],
] as const;

export const legend = markup`<ul class="legend states" aria-label="Legend">
${states.map(([shape, word]) => markup`<li>${stateShape(shape)}${word}</li>\n`)}</ul>
`;

const HEADS = ['At', 'Request', 'Result', 'Exchange'] as const;

export function jobFigure({ title, moves = '', lead, events, chart, isOpen }: JobBlock): Markup {
  return markup`<figure class="job"${itemMarks()}>
<figcaption>${inline(title)} <span class="moves">${moves}</span></figcaption>
${chart && jobChart(`Job ${chart.id}: ${moves}`, chart)}
<details${isOpen ? markup` open=""` : undefined}><summary>${lead}</summary>
<div class="table events" role="group" tabindex="0" aria-label="${HEADS.join(', ')}"><table>
<thead><tr>${HEADS.map((head) => markup`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>
${events.map((event) => markup`<tr>${cellsOf(event).map((cell) => markup`<td>${cell}</td>`)}</tr>\n`)}</tbody>
</table></div>
</details>
</figure>`;
}

function cellsOf(line: EventLine | string): readonly (string | Markup)[] {
  if (typeof line === 'string') return ['…', line, '', ''];
  const { event, at, request, result } = line;
  const trouble = markup`<span class="trouble">${icon('warn', 'fail')} ${result}</span>`;
  return [at, request, event.isTrouble ? trouble : result, event.source ?? `#${event.exchange}`];
}
