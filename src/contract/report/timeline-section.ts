/** The section that tells the story: each job with its requests, then the requests without a job. */
import { elapsed } from '../../base/text/elapsed.js';
import { counted } from '../../base/text/counted.js';
import { SLOW, timesOf } from './timeline.js';
import type { EventList, JobTimeline, Report, RequestEvent } from './model.js';
import { list, paragraph, type Block, type Section } from './tree.js';
import { dateTime } from './words.js';

export function timelineSection({ timeline, startedAt }: Report): Section {
  const { jobs, others, moreJobs = 0 } = timeline;
  return {
    kind: 'section',
    title: 'Timeline',
    show: 'folded',
    blocks: [
      ...jobs.map((job) => jobSection(job, startedAt)),
      ...(moreJobs === 0 ? [] : [list([`${counted(moreJobs, 'job')} not listed`])]),
      ...(others.events.length === 0
        ? []
        : [{ kind: 'section', title: 'Requests without a job', blocks: [requests(others, 0)] } as const]),
    ],
  };
}

function jobSection(job: JobTimeline, startedAt: number): Section {
  const moves = movesOf(job).join(' → ');
  return {
    kind: 'section',
    title: `Job ${job.id}, started ${dateTime(startedAt + job.at, 19)}`,
    blocks: [...(moves === '' ? [] : [paragraph(moves)]), requests(job, job.at)],
  };
}

/** @param epoch what the times count from */
function requests({ events, left }: EventList, epoch: number): Block {
  const rows = events.map((event) => rowOf(event, epoch));
  const gap = left ? [['', '', '', `${counted(left.requests, 'request')} not shown`]] : [];
  return {
    kind: 'table',
    heads: ['Exchange', 'After', '!', 'Request and result'],
    rows: [...rows.slice(0, left?.after ?? rows.length), ...gap, ...(left ? rows.slice(left.after) : [])],
  };
}

/** `!`: something went wrong. */
const rowOf = (event: RequestEvent, epoch: number): readonly string[] => [
  event.source ?? `#${event.exchange}`,
  elapsed(Math.max(0, event.at - epoch)),
  event.isTrouble ? '!' : '',
  `${requestWords(event)} → ${resultWords(event)}`,
];

/** `start`, `7 polls, every 3.0 s`, `reply "City officials"`, `2 × GET /templates`. */
function requestWords(event: RequestEvent): string {
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
function resultWords(event: RequestEvent): string {
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
function movesOf({ events }: JobTimeline): readonly string[] {
  const states = events.flatMap(({ state }) => state ?? []);
  return states.filter((state, index) => state !== states[index - 1]);
}
