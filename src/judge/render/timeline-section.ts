/** Renders the timeline: jobs with their requests, then other requests. */
import { formatElapsed } from '../../base/text/format-elapsed.js';
import { pluralize } from '../../base/text/pluralize.js';
import { getRequestCount } from '../report/job-timeline.js';
import type { RequestEventList, JobTimeline, Report, RequestEvent } from '../report/report.js';
import { SLOW_MS } from '../report/request-event.js';
import { list, paragraph, type ReportBlock, type ReportSection } from './report-document.js';
import { formatDateTime } from './format.js';

export function timelineSection({ timeline, startedAt }: Report): ReportSection {
  const { jobs, otherRequests, omittedJobs = 0 } = timeline;
  return {
    kind: 'section',
    title: 'Timeline',
    visibility: 'collapsed',
    blocks: [
      ...jobs.map((job) => jobSection(job, startedAt)),
      ...(omittedJobs === 0 ? [] : [list([`${pluralize(omittedJobs, 'job')} not listed`])]),
      ...(otherRequests.events.length === 0
        ? []
        : [
            {
              kind: 'section',
              title: 'Requests without a job',
              blocks: [requestTable(otherRequests, 0)],
            } as const,
          ]),
    ],
  };
}

function jobSection(job: JobTimeline, startedAt: number): ReportSection {
  const statuses = getStatusSequence(job).join(' → ');
  return {
    kind: 'section',
    title: `Job ${job.id}, started ${formatDateTime(startedAt + job.offsetMs, 19)}`,
    blocks: [...(statuses === '' ? [] : [paragraph(statuses)]), requestTable(job, job.offsetMs)],
  };
}

/** @param epoch the zero of the times, in ms after the start of the report */
function requestTable({ events, omitted }: RequestEventList, epoch: number): ReportBlock {
  const rows = events.map((event) => buildRow(event, epoch));
  const gap = omitted ? [['', '', '', `${pluralize(omitted.requests, 'request')} not listed`]] : [];
  return {
    kind: 'table',
    headers: ['Exchange', 'After', '!', 'Request and result'],
    alignRight: [0, 1],
    rows: [
      ...rows.slice(0, omitted?.after ?? rows.length),
      ...gap,
      ...(omitted ? rows.slice(omitted.after) : []),
    ],
  };
}

/** `!` marks an error, a missing or unusable response, or a slow one. */
const buildRow = (event: RequestEvent, epoch: number): readonly string[] => [
  event.source ?? `#${event.exchange}`,
  formatElapsed(Math.max(0, event.offsetMs - epoch)),
  event.hasProblem ? '!' : '',
  `${formatRequest(event)} → ${formatEventResult(event)}`,
];

/** `start`, `7 polls, every 3.0 s`, `reply "City officials"`, `2 × GET /templates`. */
function formatRequest(event: RequestEvent): string {
  const { kind, request = '', text, repeated } = event;
  const count = getRequestCount(event);
  if (kind === 'reply') return text === undefined ? 'reply' : `reply ${JSON.stringify(text)}`;
  if (kind === 'other') return count === 1 ? request : `${count} × ${request}`;
  if (!repeated) return kind;
  const { minIntervalMs, maxIntervalMs, lastOffsetMs } = repeated;
  const isRegular = maxIntervalMs <= 1.5 * minIntervalMs;
  const intervals = isRegular
    ? `every ${formatElapsed((lastOffsetMs - event.offsetMs) / (count - 1))}`
    : `${formatElapsed(minIntervalMs)} to ${formatElapsed(maxIntervalMs)} apart`;
  return `${pluralize(count, kind)}, ${intervals}`;
}

/** `202, generating`, `awaiting_input: "For whom?"`, `429, retry after 5 s`. */
function formatEventResult(event: RequestEvent): string {
  const { kind, result, jobStatus, text, retryAfter, durationMs } = event;
  // A job status implies that the poll succeeded.
  const isPlainStatus = kind === 'poll' && jobStatus !== undefined && result === '200';
  const quoted = text !== undefined && kind !== 'reply' ? `: ${JSON.stringify(text)}` : '';
  return [
    ...(isPlainStatus ? [] : [result]),
    ...(retryAfter === undefined ? [] : [formatRetryAfter(retryAfter)]),
    ...(jobStatus === undefined ? [] : [`${jobStatus}${quoted}`]),
    ...formatProgress(event),
    ...(durationMs < SLOW_MS ? [] : [`slow: ${formatElapsed(durationMs)}`]),
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

/** The statuses of a job in their order: `generating → completed`. */
function getStatusSequence({ events }: JobTimeline): readonly string[] {
  const statuses = events.flatMap(({ jobStatus }) => jobStatus ?? []);
  return statuses.filter((status, index) => status !== statuses[index - 1]);
}
