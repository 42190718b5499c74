/** Reads everything again at the end: nothing may have changed. Sections 3, 4.2, 4.5 and 4.6. */
import { KEY_HEADERS, type KeyHeader } from '../api-keys.js';
import { toUnusualIds } from '../../judge/model/unusual-reads.js';
import { replyBody } from '../request-bodies.js';
import type { Requester } from '../requester.js';
import type { KnownPresentation, RunResults } from './run-results.js';

const UNKNOWN_ID = 'deckhand-check-unknown-id';
/** After the last change and beyond the consistency window. */
const LATE_MS = 450;

export async function readUnknownIds(requester: Requester): Promise<void> {
  await requester.call({ operation: 'getPresentation', id: UNKNOWN_ID });
  await requester.call({ operation: 'getGenerationStatus', id: UNKNOWN_ID });
}

/**
 * The id of a presentation in another case and with a blank, and without a request rate a very long one: the spec does not say
 * what they are.
 */
export async function readUnusualIds(requester: Requester, { presentations }: RunResults): Promise<void> {
  const [presentation] = presentations;
  if (!presentation) return;
  const ids = toUnusualIds(presentation.id);
  for (const id of requester.isPaced ? ids.slice(0, -1) : ids)
    await requester.call({ operation: 'getPresentation', id, isOnce: true });
}

/** Each header must still work. With a request rate, the reads below use both headers, and one list is enough. */
export async function listAgain(requester: Requester): Promise<void> {
  for (const via of requester.isPaced ? KEY_HEADERS.slice(1) : KEY_HEADERS)
    await requester.call({ operation: 'listTemplates', via });
}

/** Sends messages to jobs that have ended. */
export async function sendLateMessages(requester: Requester, { finished }: RunResults): Promise<void> {
  const body = replyBody(requester.settings, 'Thank you.');
  for (const status of ['completed', 'failed'] as const) {
    const job = finished.find((candidate) => candidate.status === status);
    if (job) await requester.callTwiceIfLost({ operation: 'sendGenerationMessage', id: job.id, body });
  }
}

export const waitForLastChange = (requester: Requester): Promise<void> =>
  requester.waitForConsistency(LATE_MS);

export function readAll(requester: Requester, results: RunResults): Promise<void> {
  return readAgain(requester, ['x-api-key', 'x-api-key'], results.jobs, results.presentations, results);
}

/**
 * Reads only the last job, the two that got a message after their end, and the first presentation of each kind. The first job
 * and the first presentation are read once more at the very end.
 */
export function readSome(requester: Requester, results: RunResults): Promise<void> {
  const { finished, jobs, presentations } = results;
  const messaged = (['completed', 'failed'] as const).map(
    (status) => finished.find((job) => job.status === status)?.id,
  );
  const ended = [jobs.at(-1), ...messaged].filter((id) => id !== undefined && id !== jobs[0]);
  const others = [true, false].flatMap((isGenerated) =>
    presentations
      .slice(1)
      .filter(({ job }) => (job !== undefined) === isGenerated)
      .slice(0, 1),
  );
  const unique = [...new Set(ended)].filter((id) => id !== undefined);
  return readAgain(requester, ['x-api-key', 'bearer'], unique, others, results);
}

/** Polls the jobs and fetches the presentations. @param headers of the polls, and of the fetches */
async function readAgain(
  requester: Requester,
  [pollHeader, fetchHeader]: readonly [KeyHeader, KeyHeader],
  jobs: readonly string[],
  presentations: readonly KnownPresentation[],
  { unfetched }: RunResults,
): Promise<void> {
  for (const id of jobs)
    await requester.callTwiceIfLost({ operation: 'getGenerationStatus', id, via: pollHeader });
  for (const id of [...presentations.map((each) => each.id), ...unfetched])
    await requester.callTwiceIfLost({ operation: 'getPresentation', id, via: fetchHeader });
}

/** A rejected request must have no effect. Not repeated, because the service may have blocked the run by now. */
export async function readOnce(
  requester: Requester,
  { presentations, jobs, areReadsBlocked }: RunResults,
): Promise<void> {
  if (areReadsBlocked) return;
  const [[presentation], [job]] = [presentations, jobs];
  if (presentation) await requester.call({ operation: 'getPresentation', id: presentation.id, isOnce: true });
  if (job !== undefined) await requester.call({ operation: 'getGenerationStatus', id: job, isOnce: true });
}
