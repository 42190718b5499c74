/** Reads everything again at the end: nothing may have changed. Sections 3, 4.6 and 8. */
import { isLost, messageBodies } from '../request-bodies.js';
import type { RequestSpec } from '../request-spec.js';
import type { KnownPresentation, RunState } from '../run-state.js';
import type { KeyHeader } from '../api-keys.js';
import type { Requester } from '../requester.js';

const UNKNOWN_ID = 'deckhand-check-unknown-id';

export async function readUnknownIds({ session }: RunState): Promise<void> {
  await session.call({ operation: 'getPresentation', id: UNKNOWN_ID });
  await session.call({ operation: 'getGenerationStatus', id: UNKNOWN_ID });
}

export async function useBothHeaders({ session }: RunState): Promise<void> {
  for (const via of ['bearer', 'x-api-key'] as const) await session.call({ operation: 'listTemplates', via });
}

/** A refused request must have no effect. Not repeated, because the service may have blocked the run by now. */
export async function readOnce({ session, presentations, jobs, areReadsBlocked }: RunState): Promise<void> {
  if (areReadsBlocked) return;
  const [[presentation], [job]] = [presentations, jobs];
  if (presentation) await session.call({ operation: 'getPresentation', id: presentation.id, isOnce: true });
  if (job !== undefined) await session.call({ operation: 'getGenerationStatus', id: job, isOnce: true });
}

/** Sends a request again if a fault hid its response. */
async function twiceIfLost(session: Requester, spec: RequestSpec): Promise<void> {
  const call = await session.call(spec);
  if ((isLost(call) || call.status === 500) && !session.vainRetries.areUseless(spec, call))
    await session.call(spec);
}

/** Messages to jobs that have ended. */
export async function sendLateMessages({ session, finished, messageBody }: RunState): Promise<void> {
  const body = messageBodies(session.settings, 'Thank you.')[messageBody];
  for (const status of ['completed', 'failed'] as const) {
    const job = finished.find((candidate) => candidate.status === status);
    if (job) await twiceIfLost(session, { operation: 'sendGenerationMessage', id: job.id, body });
  }
}

export function readAll(context: RunState): Promise<void> {
  const { jobs, presentations } = context;
  return readAgain(context, ['x-api-key', 'x-api-key'], jobs, presentations);
}

/**
 * Reads only the last job, the two that got a message after their end, and the first presentation of each kind. The first job
 * and the first presentation are read once more at the very end.
 */
export function readSome(context: RunState): Promise<void> {
  const { finished, jobs, presentations } = context;
  const ends = (['completed', 'failed'] as const).map(
    (status) => finished.find((job) => job.status === status)?.id,
  );
  const ended = new Set(
    [jobs.at(-1), ...ends].filter((id): id is string => id !== undefined && id !== jobs[0]),
  );
  const others = [true, false].flatMap((isGenerated) =>
    presentations
      .slice(1)
      .filter(({ job }) => (job !== undefined) === isGenerated)
      .slice(0, 1),
  );
  return readAgain(context, ['x-api-key', 'bearer'], [...ended], others);
}

/** Polls the jobs and fetches the presentations. @param vias of the polls, and of the fetches */
async function readAgain(
  { session, unfetched }: RunState,
  [pollVia, fetchVia]: readonly [KeyHeader, KeyHeader],
  jobs: readonly string[],
  presentations: readonly KnownPresentation[],
): Promise<void> {
  for (const id of jobs) await twiceIfLost(session, { operation: 'getGenerationStatus', id, via: pollVia });
  for (const id of [...presentations.map((each) => each.id), ...unfetched])
    await twiceIfLost(session, { operation: 'getPresentation', id, via: fetchVia });
}
