/**
 * Computes timeline progress, pauses and the end of a job from its interventions.
 * it. The timeline pauses while an added question waits for its reply, and after the job was stalled.
 */
import type { Job, JobEvent } from './store/store.js';

type End = Extract<JobEvent, { kind: 'fail' | 'complete' }>;
type Reply = Extract<JobEvent, { kind: 'reply' }>;

export interface Interventions {
  /** The instant up to which the timeline has run, without pauses. */
  readonly timelineNow: number;
  /** Replies to the timeline's own questions, in the timeline's own time. */
  readonly replies: readonly Reply[];
  /** The past pauses: each with its instant in the timeline's own time, and its length. */
  readonly pauses: readonly { readonly at: number; readonly length: number }[];
  readonly isPaused: boolean;
  readonly question: { readonly index: number; readonly message: string; readonly since: number } | undefined;
  readonly ended: End | undefined;
}

/**
 * The job with one more event. Events are sorted by time, even if two requests read the clock before either of them wrote.
 */
export function appendEvent(job: Job, event: JobEvent): Job {
  const at = Math.max(event.at, job.events.at(-1)?.at ?? event.at);
  return { ...job, events: [...job.events, { ...event, at }] };
}

export function hasInterventions(events: readonly JobEvent[]): boolean {
  return events.some((event) => event.kind !== 'reply');
}

/** @param steps the number of steps in the timeline. Questions of events have the numbers after them */
export function computeInterventions(steps: number, events: readonly JobEvent[], now: number): Interventions {
  const replies: Reply[] = [];
  const pauses: { at: number; length: number }[] = [];
  let pausedMs = 0;
  let heldSince: number | undefined;
  let isStalled = false;
  let question: Interventions['question'];
  let ended: End | undefined;

  for (const [index, event] of events.entries()) {
    if (event.at > now || ended) break;
    switch (event.kind) {
      case 'reply':
        if (!question || event.step !== question.index) {
          replies.push({ ...event, at: Math.min(event.at, heldSince ?? event.at) - pausedMs });
          break;
        }
        question = undefined;
        if (isStalled || heldSince === undefined) break;
        pauses.push({ at: heldSince - pausedMs, length: event.at - heldSince });
        pausedMs += event.at - heldSince;
        heldSince = undefined;
        break;
      case 'ask':
        question = { index: steps + index, message: event.message, since: event.at };
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
  return {
    timelineNow: (heldSince ?? ended?.at ?? now) - pausedMs,
    replies,
    pauses,
    isPaused: isHeld,
    question,
    ended,
  };
}

/** Converts an instant of the timeline's own time to the workspace's clock. */
export function toClockTime({ pauses }: Interventions, instant: number): number {
  return pauses.reduce((real, { at, length }) => (at < instant ? real + length : real), instant);
}
