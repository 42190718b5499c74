/**
 * A job on a time axis, as SVG: a bar in the colour of each state, filled by the share of completed slides, a mark for each
 * poll, and a flag for each message. X positions are percentages, so the chart fits every screen with the same text size.
 */
import { markup, type Markup } from '../markup.js';
import type { JobEvent } from './job-events.js';
import { percent, span } from './section.js';

const band = { top: 22, height: 22 };
const middle = band.top + band.height / 2;

export function jobChart(label: string, events: readonly JobEvent[], end: number): Markup {
  return markup`<svg class="trace" role="img" aria-label="${label}" width="100%" height="70">
${axis(end)}<g>${segments(events, end)}</g>
${events.map((event) => mark(event, end))}</svg>`;
}

/** The last known state, from each poll to the next. */
function segments(events: readonly JobEvent[], end: number): readonly Markup[] {
  const known = events.filter(({ kind }) => kind !== 'message');
  return known.flatMap(({ at, state = 'generating', done }, index) => {
    const next = known[index + 1]?.at;
    if (next === undefined) return [];
    const [x, width] = [percent(at, end), percent(next - at, end)];
    const fill = done === undefined ? 0 : Math.round(done * band.height);
    return [
      markup`<rect class="segment ${state}" x="${x}" y="${band.top}" width="${width}" height="${band.height}"/>`,
      ...(fill > 0
        ? [
            markup`<rect class="done" x="${x}" y="${band.top + band.height - fill}" width="${width}" height="${fill}"/>`,
          ]
        : []),
    ];
  });
}

/** Each state has its own shape, for readers who cannot distinguish the colours. */
const shapes = {
  start: markup`<path d="M0-11V11"/>`,
  message: markup`<path d="M0-20V-44M0-44L9-40L0-36Z"/>`,
  generating: markup`<circle r="5"/>`,
  awaiting_input: markup`<path d="M0-7L7 0L0 7L-7 0Z"/>`,
  completed: markup`<rect x="-5.5" y="-5.5" width="11" height="11" rx="2"/>`,
  failed: markup`<path d="M-5-5L5 5M5-5L-5 5"/>`,
  unknown: markup`<circle r="3.5"/>`,
} as const;

/** The shape of a state or a message, for the legend. */
export function stateShape(
  shape: 'generating' | 'awaiting_input' | 'completed' | 'failed' | 'unknown' | 'message',
): Markup {
  const drawn = shape === 'message' ? markup`<path d="M-4 8V-8M-4-8L6-4L-4 0Z"/>` : shapes[shape];
  return markup`<svg viewBox="-8 -8 16 16" aria-hidden="true"><g class="mark ${shape}">${drawn}</g></svg>`;
}

function mark({ kind, at, state, text }: JobEvent, end: number): Markup {
  const shape = kind === 'poll' ? (state ?? 'unknown') : kind;
  const y = kind === 'message' ? band.top + band.height : middle;
  return markup`<svg x="${percent(at, end)}" y="${y}" overflow="visible"><g class="mark ${shape}"><title>${span(at)}: ${text}</title>${shapes[shape]}</g></svg>
`;
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

/** A round step between ticks that makes four to eight ticks. */
function stepOf(end: number): number {
  const clock = [15_000, 30_000, 60_000, 120_000, 300_000, 600_000, 1_800_000, 3_600_000];
  const rough = end / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const round =
    [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= rough) ?? rough;
  return round <= 10_000 ? round : (clock.find((candidate) => candidate >= rough) ?? round);
}

function tick(at: number, step: number): string {
  if (at === 0) return '0';
  if (step >= 60_000) return `${at / 60_000} min`;
  return step < 1000 && at < 1000 ? `${at} ms` : `${Number((at / 1000).toFixed(1))} s`;
}
