/** A job on a time axis, as SVG: a bar in the colour of each state, and a mark for each event. Positions are percentages. */
import { elapsed } from '../../base/text/elapsed.js';
import { knownStatus } from '../model/call.js';
import { requestWords, resultWords } from './event-words.js';
import { markup, type Markup } from './markup.js';
import type { JobTimeline, RequestEvent } from './model.js';

/** An event with its times since the start of the job. */
interface Point {
  readonly event: RequestEvent;
  readonly at: number;
  /** The start of the last of equal requests. */
  readonly until: number;
}

export function jobChart(label: string, { at, events }: JobTimeline): Markup {
  const points = events.map((event) => ({
    event,
    at: event.at - at,
    until: (event.repeated?.until ?? event.at) - at,
  }));
  const end = Math.max(1, ...points.map(({ until }) => until));
  return markup`<svg class="chart" role="img" aria-label="${label}" width="100%" height="52">
${bars(points, end)}${points.map((point) => mark(point, end))}<text y="48">0</text><text x="100%" y="48" text-anchor="end">${elapsed(end)}</text>
</svg>
`;
}

/** The last known state, from each event with a state to the next one. */
function bars(points: readonly Point[], end: number): readonly Markup[] {
  const known = points.filter(({ event }) => event.state !== undefined);
  return known.map(({ event: { state }, at, until }, index) => {
    const next = known[index + 1]?.at ?? until;
    const width = percent(Math.max(0, next - at), end);
    return markup`<rect class="${knownStatus(state) ?? 'unknown'}" x="${percent(at, end)}" y="8" width="${width}" height="22"/>`;
  });
}

/** A line for each event: long for a reply, and a triangle where something went wrong. */
function mark({ event, at, until }: Point, end: number): Markup {
  const { kind, isTrouble, state } = event;
  const shape = isTrouble
    ? markup`<path class="trouble" d="M0-9L8 7H-8Z"/>`
    : markup`<path class="${knownStatus(state) ?? 'unknown'}" d="${kind === 'reply' ? 'M0-18V14' : 'M0-11V11'}"/>`;
  const title = `${elapsed(at)}: ${requestWords(event)} → ${resultWords(event)}`;
  return markup`${[...new Set([at, until])].map(
    (x) => markup`<svg x="${percent(x, end)}" y="19" overflow="visible"><title>${title}</title>${shape}</svg>
`,
  )}`;
}

/** `12.34%`. */
const percent = (part: number, whole: number): string => `${((part / whole) * 100).toFixed(2)}%`;
