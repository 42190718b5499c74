/** A job of the page: its chart, and a table of its requests. */
import type { EventLine, JobBlock } from '../document.js';
import { knownStatus } from '../../../trace/job-status.js';
import { icon, inline, itemMarks, percent } from './inline.js';
import { markup, type Markup } from '../markup.js';
import { duration } from '../times.js';
import { requestWords, resultWords } from '../event-words.js';
import type { JobTimeline, RequestEvent } from '../model.js';

const band = { top: 22, height: 22 };
const middle = band.top + band.height / 2;

/**
 * A job on a time axis, as SVG: a bar in the colour of each state, a mark for each event, a flag for each reply, and a triangle
 * where something went wrong. X positions are percentages, so the chart fits every screen with the same text size.
 */
function jobChart(label: string, { at, events }: JobTimeline): Markup {
  const points = events.map((event) => ({ event, at: event.at - at, until: untilOf(event) - at }));
  const end = Math.max(1, ...points.map(({ until }) => until));
  return markup`<svg class="trace" role="img" aria-label="${label}" width="100%" height="70">
${axis(end)}<g>${segments(points, end)}</g>
${points.map((point) => mark(point, end))}</svg>`;
}

/** An event with its times since the start of the job. */
interface Point {
  readonly event: RequestEvent;
  readonly at: number;
  /** The start of the last of equal requests. */
  readonly until: number;
}

const untilOf = ({ at, repeated }: RequestEvent): number => repeated?.until ?? at;

/** The last known state, from each event with a state to the next one. */
function segments(points: readonly Point[], end: number): readonly Markup[] {
  const known = points.filter(({ event }) => event.state !== undefined);
  return known.flatMap(({ event: { state }, at, until }, index) => {
    const next = known[index + 1]?.at ?? until;
    if (next <= at) return [];
    return [
      markup`<rect class="segment ${stateClass(state)}" x="${percent(at, end)}" y="${band.top}" width="${percent(next - at, end)}" height="${band.height}"/>`,
    ];
  });
}

/** Each state has its own shape, for readers who cannot distinguish the colours. */
const shapes = {
  start: markup`<path d="M0-11V11"/>`,
  reply: markup`<path d="M0-20V-44M0-44L9-40L0-36Z"/>`,
  trouble: markup`<path d="M0-8L8 6H-8Z"/>`,
  generating: markup`<circle r="5"/>`,
  awaiting_input: markup`<path d="M0-7L7 0L0 7L-7 0Z"/>`,
  completed: markup`<rect x="-5.5" y="-5.5" width="11" height="11" rx="2"/>`,
  failed: markup`<path d="M-5-5L5 5M5-5L-5 5"/>`,
  unknown: markup`<circle r="3.5"/>`,
} as const;

type Shape = keyof typeof shapes;

/** The shape of a state, a reply or trouble, for the legend. */
function stateShape(shape: Shape): Markup {
  const drawn = shape === 'reply' ? markup`<path d="M-4 8V-8M-4-8L6-4L-4 0Z"/>` : shapes[shape];
  return markup`<svg viewBox="-8 -8 16 16" aria-hidden="true"><g class="mark ${shape}">${drawn}</g></svg>`;
}

/** A state as a class of the stylesheet. */
const stateClass = (state: string | undefined): Shape => knownStatus(state) ?? 'unknown';

/** One mark, or one for the first and one for the last of equal requests. */
function mark({ event, at, until }: Point, end: number): Markup {
  const { kind, isTrouble, state } = event;
  const shape = kind === 'reply' ? kind : isTrouble ? 'trouble' : kind === 'start' ? kind : stateClass(state);
  const y = kind === 'reply' ? band.top + band.height : middle;
  const text = `${duration(at)}: ${requestWords(event)} → ${resultWords(event)}`;
  return markup`${[...new Set([at, until])].map(
    (
      x,
    ) => markup`<svg x="${percent(x, end)}" y="${y}" overflow="visible"><g class="mark ${shape}"><title>${text}</title>${shapes[shape]}</g></svg>
`,
  )}`;
}

function axis(end: number): Markup {
  const step = stepOf(end);
  const count = Math.floor(end / step);
  const ticks = Array.from({ length: count + 1 }, (_, index) => index * step);
  return markup`<g class="axis">${ticks.map((at) => {
    const x = percent(at, end);
    const anchor = at === 0 ? 'start' : at > end * 0.94 ? 'end' : 'middle';
    return markup`<line x1="${x}" x2="${x}" y1="${band.top - 6}" y2="${band.top + band.height + 6}"/><text x="${x}" y="64" text-anchor="${anchor}">${tick(at, step)}</text>`;
  })}</g>
`;
}

/** Ms. The round steps between ticks. */
const STEPS = [
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 15_000, 30_000],
  ...[1, 2, 5, 10, 30, 60].map((minutes) => minutes * 60_000),
];

/** A step that makes four to eight ticks. */
const stepOf = (end: number): number => STEPS.find((step) => step >= end / 5) ?? end / 5;

function tick(at: number, step: number): string {
  if (at === 0) return '0';
  if (step >= 60_000) return `${at / 60_000} min`;
  return at < 1000 ? `${at} ms` : `${Number((at / 1000).toFixed(1))} s`;
}

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
