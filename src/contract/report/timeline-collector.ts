/** Collects the timeline of a journal over its segments. Keeps events only, no exchanges. */
import { basePath } from '../../generated/routes.js';
import type { Call } from '../../trace/call.js';
import type { JobTrace } from '../../trace/job.js';
import type { Trace } from '../../trace/trace.js';
import { boundedText } from './bounded.js';
import { EventFolder } from './event-folder.js';
import { jobEvent, otherEvent } from './request-event.js';
import type { Timeline } from './timeline-model.js';

/** The number of jobs in a timeline, and the number of further jobs with trouble or with a finding. */
const MAX_JOBS = 100;

export class TimelineCollector {
  readonly #jobs = new Map<string, { readonly id: string; readonly folder: EventFolder }>();
  readonly #others = new EventFolder();
  #firstJobs = 0;
  #moreJobs = 0;

  /** Adds the trace of one service in a segment. @param isCited whether a finding cites the exchange */
  add(trace: Trace, isCited: (sequence: number) => boolean): void {
    const ofJobs = new Set<number>();
    for (const job of trace.jobs) {
      const calls = callsOf(job);
      for (const { exchange } of calls) ofJobs.add(exchange.sequence);
      this.#addJob(job.id, calls, isCited);
    }
    const callOf = new Map(trace.calls.map((call) => [call.exchange.sequence, call]));
    for (const exchange of trace.exchanges)
      if (!ofJobs.has(exchange.sequence))
        this.#others.add(otherEvent(exchange, callOf.get(exchange.sequence)));
  }

  /** @param epoch the start of the report, in ms since 1970 */
  timeline(epoch: number): Timeline {
    const jobs = [...this.#jobs.values()].map(({ id, folder }) => ({
      id: boundedText(id),
      at: (folder.startedAt ?? epoch) - epoch,
      ...folder.list(epoch),
    }));
    return {
      jobs: jobs.sort((one, two) => one.at - two.at),
      ...(this.#moreJobs > 0 && { moreJobs: this.#moreJobs }),
      others: this.#others.list(epoch),
    };
  }

  #addJob(id: string, calls: readonly Call[], isCited: (sequence: number) => boolean): void {
    const name = `${baseOf(calls[0])} ${id}`;
    const known = this.#jobs.get(name);
    const folder = known?.folder ?? new EventFolder();
    for (const call of calls) folder.add(jobEvent(call));
    if (known) return;
    const isNotable = folder.hasTrouble || calls.some(({ exchange }) => isCited(exchange.sequence));
    const isFirst = this.#firstJobs < MAX_JOBS;
    if (isFirst) this.#firstJobs++;
    if (isFirst || (isNotable && this.#jobs.size < 2 * MAX_JOBS)) this.#jobs.set(name, { id, folder });
    else this.#moreJobs++;
  }
}

/** The requests of a job, in order of time. */
function callsOf({ start, polls, messages }: JobTrace): readonly Call[] {
  const calls = [...(start ? [start] : []), ...polls, ...messages];
  return calls.sort((one, two) => one.exchange.sequence - two.exchange.sequence);
}

/** Jobs of different services can have the same id. */
function baseOf(call: Call | undefined): string {
  const url = call?.exchange.request.url ?? '';
  return url.slice(0, Math.max(0, url.indexOf(`${basePath}/`)));
}
