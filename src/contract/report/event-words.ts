/** The words of the timeline: which request was sent, what came back, and how a job moved. */
import { elapsed } from '../../base/text/elapsed.js';
import { counted } from '../../base/text/counted.js';
import { SLOW } from './request-event.js';
import { timesOf } from './timeline.js';
import type { JobTimeline, RequestEvent } from './model.js';

/** `start`, `7 polls, every 3.0 s`, `reply "City officials"`, `2 × GET /templates`. */
export function requestWords(event: RequestEvent): string {
  const { kind, request = '', text, repeated } = event;
  const times = timesOf(event);
  if (kind === 'reply') return text === undefined ? 'reply' : `reply ${JSON.stringify(text)}`;
  if (kind === 'other') return times === 1 ? request : `${times} × ${request}`;
  if (!repeated) return kind;
  const { shortest, longest } = repeated;
  const isEven = longest <= 1.5 * shortest;
  const [least, most] = [shortest, longest].map(elapsed);
  const rhythm = isEven
    ? `every ${elapsed((repeated.until - event.at) / (times - 1))}`
    : `${least} to ${most} apart`;
  return `${counted(times, kind)}, ${rhythm}`;
}

/** `202, generating`, `awaiting_input: "For whom?"`, `429, retry after 5 s`. */
export function resultWords(event: RequestEvent): string {
  const { kind, result, state, text, retryAfter, took } = event;
  // A view says that its poll succeeded.
  const isPlainView = kind === 'poll' && state !== undefined && result === '200';
  const quoted = text !== undefined && kind !== 'reply' ? `: ${JSON.stringify(text)}` : '';
  return [
    ...(isPlainView ? [] : [result]),
    ...(retryAfter === undefined ? [] : [retryWords(retryAfter)]),
    ...(state === undefined ? [] : [`${state}${quoted}`]),
    ...figures(event),
    ...(took < SLOW ? [] : [`slow: ${elapsed(took)}`]),
  ].join(', ');
}

const retryWords = (value: string): string =>
  /^\d+$/.test(value) ? `retry after ${value} s` : `Retry-After: ${value}`;

function figures({ progress, tokens }: RequestEvent): readonly string[] {
  return [
    ...(progress
      ? [
          `${progress.from === undefined ? '' : `${progress.from} to `}${progress.completed} of ${progress.total} slides`,
        ]
      : []),
    ...(tokens === undefined ? [] : [counted(tokens, 'token')]),
  ];
}

/** The states of a job in their order: `generating → completed`. */
export function movesOf({ events }: JobTimeline): readonly string[] {
  const states = events.flatMap(({ state }) => state ?? []);
  return states.filter((state, index) => state !== states[index - 1]);
}
