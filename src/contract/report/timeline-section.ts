/** The section that tells the story: each job with its requests, then the requests without a job. */
import { elapsed } from '../../base/text/elapsed.js';
import { counted } from '../../base/text/counted.js';
import { movesOf, requestWords, resultWords } from './event-words.js';
import type { EventList, JobTimeline, Report, RequestEvent } from './model.js';
import { list, paragraph, type Block, type Section } from './tree.js';
import { dateTime } from './words.js';

/** Jobs that are visible at first. */
const SHOWN_JOBS = 10;

export function timelineSection({ timeline, startedAt }: Report): Section {
  const { jobs, others, moreJobs = 0 } = timeline;
  const all = jobs.map((job) => jobSection(job, startedAt));
  const more = all.slice(SHOWN_JOBS);
  return {
    kind: 'section',
    title: 'Timeline',
    show: 'folded',
    blocks: [
      ...all.slice(0, SHOWN_JOBS),
      ...(more.length === 0
        ? []
        : [
            {
              kind: 'section',
              title: counted(more.length, 'more job'),
              show: 'folded',
              blocks: more,
            } as const,
          ]),
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
    blocks: [
      ...(moves === '' ? [] : [paragraph(moves)]),
      { kind: 'chart', label: `Job ${job.id}: ${moves}`, job },
      requests(job, job.at),
    ],
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
