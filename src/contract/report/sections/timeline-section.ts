/** The section that tells the story: each job with its requests, then the requests without a job. */
import { counted } from '../../../base/counted.js';
import type { Block, EventLine, JobBlock, Section } from '../document.js';
import { duration, dateTime } from '../times.js';
import { movesOf, requestWords, resultWords } from '../event-words.js';
import type { Report, EventList, JobTimeline, RequestEvent } from '../model.js';

/** Jobs that are visible at first, so that the rules are not far below. */
const SHOWN_JOBS = 10;
/** Jobs whose requests are visible at first. Those of other jobs are visible if something went wrong. */
const OPEN_JOBS = 5;

export function timelineSection({ timeline, startedAt, evidence }: Report): Section {
  const { jobs, others, moreJobs = 0 } = timeline;
  const all = jobs.map((job, index) => jobBlock(job, startedAt, index < OPEN_JOBS));
  const more = all.slice(SHOWN_JOBS);
  const blocks: readonly Block[] = [
    ...all.slice(0, SHOWN_JOBS),
    ...(more.length > 0
      ? [{ kind: 'fold', title: counted(more.length, 'more job'), blocks: more } as const]
      : []),
    ...(moreJobs > 0
      ? [{ kind: 'list', items: [`${counted(moreJobs, 'more job')} not shown`] } as const]
      : []),
    ...(others.events.length > 0 ? [otherRequests(others)] : []),
  ];
  return {
    id: 'timeline',
    title: 'Timeline',
    lead: 'Which request was sent when, what came back, and what went wrong (!).',
    // A run of `verify` sent its requests by a plan that its reader knows.
    ...(evidence.minimum.name !== 'recording' && { detail: 'extra' }),
    isFolded: true,
    blocks,
  };
}

function jobBlock(job: JobTimeline, startedAt: number, isFirst: boolean): JobBlock {
  const moves = movesOf(job).join(' → ');
  return {
    kind: 'job',
    title: ['Job ', { text: job.id, isCode: true }, `, started ${dateTime(startedAt + job.at, 19)}`],
    ...(moves !== '' && { moves }),
    lead: 'Requests, with the time since the start of the job',
    events: linesOf(job, job.at),
    chart: job,
    isOpen: isFirst || job.events.some(({ isTrouble }) => isTrouble),
  };
}

const otherRequests = (list: EventList): JobBlock => ({
  kind: 'job',
  title: 'Requests without a job',
  lead: 'Requests, with the time since the first request of all',
  events: linesOf(list, 0),
  isOpen: false,
});

function linesOf({ events, left }: EventList, epoch: number): JobBlock['events'] {
  const lines = events.map((event) => lineOf(event, epoch));
  if (!left) return lines;
  return [
    ...lines.slice(0, left.after),
    `${counted(left.requests, 'request')} not shown`,
    ...lines.slice(left.after),
  ];
}

const lineOf = (event: RequestEvent, epoch: number): EventLine => ({
  event,
  at: duration(Math.max(0, event.at - epoch)),
  request: requestWords(event),
  result: resultWords(event),
});
