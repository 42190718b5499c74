/**
 * Computes timeline progress, pauses and the end of a job from its interventions. The timeline pauses while an added question waits
 * for its reply, and after the job was stalled.
 */
import type { Job, JobEvent } from './store/store.js';

type EndEvent = Extract<JobEvent, { kind: 'fail' | 'complete' }>;
type ReplyEvent = Extract<JobEvent, { kind: 'reply' }>;

export interface Interventions {
  /** The current time of the timeline, without pauses. */
  readonly timelineNow: number;
  /** Replies to the questions of the timeline, with their times on the timeline. */
  readonly replies: readonly ReplyEvent[];
  /** The past pauses: each with its time on the timeline, and its length. */
  readonly pauses: readonly { readonly at: number; readonly length: number }[];
  readonly isPaused: boolean;
  readonly question: { readonly index: number; readonly message: string; readonly since: number } | undefined;
  readonly ended: EndEvent | undefined;
}

/** Appends an event. Its time is never before that of the last event, even if two requests read the clock before either wrote. */
export function appendEvent(job: Job, event: JobEvent): Job {
  const at = Math.max(event.at, job.events.at(-1)?.at ?? event.at);
  return { ...job, events: [...job.events, { ...event, at }] };
}

export function hasInterventions(events: readonly JobEvent[]): boolean {
  return events.some((event) => event.kind !== 'reply');
}

/** @param steps the number of steps of the timeline. Added questions have the numbers after them */
export function computeInterventions(steps: number, events: readonly JobEvent[], now: number): Interventions {
  const replies: ReplyEvent[] = [];
  const pauses: { at: number; length: number }[] = [];
  let pausedMs = 0;
  let pausedSince: number | undefined;
  let isStalled = false;
  let question: Interventions['question'];
  let ended: EndEvent | undefined;

  for (const [index, event] of events.entries()) {
    if (event.at > now || ended) break;
    switch (event.kind) {
      case 'reply':
        if (!question || event.step !== question.index) {
          replies.push({ ...event, at: Math.min(event.at, pausedSince ?? event.at) - pausedMs });
          break;
        }
        question = undefined;
        if (isStalled || pausedSince === undefined) break;
        pauses.push({ at: pausedSince - pausedMs, length: event.at - pausedSince });
        pausedMs += event.at - pausedSince;
        pausedSince = undefined;
        break;
      case 'ask':
        question = { index: steps + index, message: event.message, since: event.at };
        pausedSince ??= event.at;
        break;
      case 'stall':
        isStalled = true;
        pausedSince ??= event.at;
        break;
      case 'fail':
      case 'complete':
        ended = event;
    }
  }
  return {
    timelineNow: (pausedSince ?? ended?.at ?? now) - pausedMs,
    replies,
    pauses,
    isPaused: pausedSince !== undefined,
    question,
    ended,
  };
}

/** Converts a time on the timeline to the workspace's clock. */
export function toClockTime({ pauses }: Interventions, instant: number): number {
  return pauses.reduce((real, { at, length }) => (at < instant ? real + length : real), instant);
}
