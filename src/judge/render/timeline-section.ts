/** Renders the timeline: jobs with their requests, then other requests. */
import { formatElapsed } from '../../base/text/format-elapsed.js';
import { pluralize } from '../../base/text/pluralize.js';
import { SLOW_MS, getCount } from '../report/job-timeline.js';
import type { RequestEventList, JobTimeline, Report, RequestEvent } from '../report/report.js';
import { list, paragraph, type ReportBlock, type ReportSection } from './report-document.js';
import { formatDateTime } from './format.js';

export function timelineSection({ timeline, startedAt }: Report): ReportSection {
  const { jobs, others, moreJobs = 0 } = timeline;
  return {
    kind: 'section',
    title: 'Timeline',
    visibility: 'collapsed',
    blocks: [
      ...jobs.map((job) => jobSection(job, startedAt)),
      ...(moreJobs === 0 ? [] : [list([`${pluralize(moreJobs, 'job')} not listed`])]),
      ...(others.events.length === 0
        ? []
        : [{ kind: 'section', title: 'Requests without a job', blocks: [requests(others, 0)] } as const]),
    ],
  };
}

function jobSection(job: JobTimeline, startedAt: number): ReportSection {
  const moves = getStatusSequence(job).join(' → ');
  return {
    kind: 'section',
    title: `Job ${job.id}, started ${formatDateTime(startedAt + job.at, 19)}`,
    blocks: [...(moves === '' ? [] : [paragraph(moves)]), requests(job, job.at)],
  };
}

/** @param epoch what the times count from */
function requests({ events, left }: RequestEventList, epoch: number): ReportBlock {
  const rows = events.map((event) => rowOf(event, epoch));
  const gap = left ? [['', '', '', `${pluralize(left.requests, 'request')} not shown`]] : [];
  return {
    kind: 'table',
    headers: ['Exchange', 'After', '!', 'Request and result'],
    rows: [...rows.slice(0, left?.after ?? rows.length), ...gap, ...(left ? rows.slice(left.after) : [])],
  };
}

/** `!`: something went wrong. */
const rowOf = (event: RequestEvent, epoch: number): readonly string[] => [
  event.source ?? `#${event.exchange}`,
  formatElapsed(Math.max(0, event.at - epoch)),
  event.isTrouble ? '!' : '',
  `${formatRequest(event)} → ${formatEventResult(event)}`,
];

/** `start`, `7 polls, every 3.0 s`, `reply "City officials"`, `2 × GET /templates`. */
function formatRequest(event: RequestEvent): string {
  const { kind, request = '', text, repeated } = event;
  const times = getCount(event);
  if (kind === 'reply') return text === undefined ? 'reply' : `reply ${JSON.stringify(text)}`;
  if (kind === 'other') return times === 1 ? request : `${times} × ${request}`;
  if (!repeated) return kind;
  const { shortest, longest } = repeated;
  const isEven = longest <= 1.5 * shortest;
  const [least, most] = [shortest, longest].map(formatElapsed);
  const rhythm = isEven
    ? `every ${formatElapsed((repeated.until - event.at) / (times - 1))}`
    : `${least} to ${most} apart`;
  return `${pluralize(times, kind)}, ${rhythm}`;
}

/** `202, generating`, `awaiting_input: "For whom?"`, `429, retry after 5 s`. */
function formatEventResult(event: RequestEvent): string {
  const { kind, result, state, text, retryAfter, took } = event;
  // A view says that its poll succeeded.
  const isPlainView = kind === 'poll' && state !== undefined && result === '200';
  const quoted = text !== undefined && kind !== 'reply' ? `: ${JSON.stringify(text)}` : '';
  return [
    ...(isPlainView ? [] : [result]),
    ...(retryAfter === undefined ? [] : [formatRetryAfter(retryAfter)]),
    ...(state === undefined ? [] : [`${state}${quoted}`]),
    ...formatProgress(event),
    ...(took < SLOW_MS ? [] : [`slow: ${formatElapsed(took)}`]),
  ].join(', ');
}

const formatRetryAfter = (value: string): string =>
  /^\d+$/.test(value) ? `retry after ${value} s` : `Retry-After: ${value}`;

function formatProgress({ progress, tokens }: RequestEvent): readonly string[] {
  return [
    ...(progress
      ? [
          `${progress.from === undefined ? '' : `${progress.from} to `}${progress.completed} of ${progress.total} slides`,
        ]
      : []),
    ...(tokens === undefined ? [] : [pluralize(tokens, 'token')]),
  ];
}

/** The states of a job in their order: `generating → completed`. */
function getStatusSequence({ events }: JobTimeline): readonly string[] {
  const states = events.flatMap(({ state }) => state ?? []);
  return states.filter((state, index) => state !== states[index - 1]);
}
