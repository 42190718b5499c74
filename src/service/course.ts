/**
 * What was done to a job by hand, as its timeline sees it: for how long the timeline has been played, and what holds or
 * has ended it. While a question that somebody put in waits for its answer, and once the job is stalled, the timeline
 * stands still.
 */
import type { Job, JobEvent } from '../store/store.js';

type End = Extract<JobEvent, { kind: 'fail' | 'complete' }>;
type Reply = Extract<JobEvent, { kind: 'reply' }>;

export interface Course {
  /** The instant up to which the timeline is played, standstills left out. */
  readonly played: number;
  /** Replies to the timeline's own questions, at the instants it sees them. */
  readonly replies: readonly Reply[];
  /** The standstills that are over: at which of its instants the timeline stood still, and for how long. */
  readonly pauses: readonly { readonly at: number; readonly length: number }[];
  readonly isHeld: boolean;
  readonly asked: { readonly question: number; readonly message: string; readonly since: number } | undefined;
  readonly ended: End | undefined;
}

/** Events stand in the order of time, even when two requests looked at the clock before either wrote. */
export function withEvent(job: Job, event: JobEvent): Job {
  const at = Math.max(event.at, job.events.at(-1)?.at ?? event.at);
  return { ...job, events: [...job.events, { ...event, at }] };
}

export function isIntervened(events: readonly JobEvent[]): boolean {
  return events.length > 0 && events.some((event) => event.kind !== 'reply');
}

/** @param steps how many the timeline has: the questions of events are numbered after them */
export function courseOf(steps: number, events: readonly JobEvent[], now: number): Course {
  const replies: Reply[] = [];
  const pauses: { at: number; length: number }[] = [];
  let lost = 0;
  let heldSince: number | undefined;
  let isStalled = false;
  let asked: Course['asked'];
  let ended: End | undefined;

  for (const [index, event] of events.entries()) {
    if (event.at > now || ended) break;
    switch (event.kind) {
      case 'reply':
        if (!asked || event.step !== asked.question) {
          replies.push({ ...event, at: Math.min(event.at, heldSince ?? event.at) - lost });
          break;
        }
        asked = undefined;
        if (isStalled || heldSince === undefined) break;
        pauses.push({ at: heldSince - lost, length: event.at - heldSince });
        lost += event.at - heldSince;
        heldSince = undefined;
        break;
      case 'ask':
        asked = { question: steps + index, message: event.message, since: event.at };
        heldSince ??= event.at;
        break;
      case 'stall':
        isStalled = true;
        heldSince ??= event.at;
        break;
      case 'fail':
      case 'complete':
        ended = event;
    }
  }
  const isHeld = heldSince !== undefined;
  return { played: (heldSince ?? ended?.at ?? now) - lost, replies, pauses, isHeld, asked, ended };
}

/** When it really was, on the workspace's clock, that the timeline came to one of its instants. */
export function realInstant({ pauses }: Course, instant: number): number {
  return pauses.reduce((real, { at, length }) => (at < instant ? real + length : real), instant);
}
