/** The last requests of a run: everything must be as it was, also some time after the last change. Sections 3, 4.6 and 8. */
import { isLost, messageBodies } from '../bodies.js';
import { burstOf } from '../plan.js';
import type { RunContext } from '../run-context.js';
import type { Via } from '../run-keys.js';
import type { RequestSpec } from '../request-spec.js';
import type { Session } from '../session.js';
import { waitForAll } from '../follow-jobs.js';
import { readWithoutKey, sendWithDisabledKey } from './keys.js';

const unknownId = 'deckhand-check-unknown-id';
/** Ms after the last change and beyond the settling time. */
const late = 500;

export async function sendFinalRequests(context: RunContext): Promise<void> {
  const { session } = context;
  session.phase('repeating requests at the end');
  if (context.isSmoke) {
    await sendWithDisabledKey(context);
    await readLate(context);
    return void (await readWithoutKey(context));
  }
  if (!context.isPaced) {
    await session.call({ operation: 'getPresentation', id: unknownId });
    await session.call({ operation: 'getGenerationStatus', id: unknownId });
  }
  await waitForAll([
    sendWithDisabledKey(context),
    ...(session.settings.readOnly ? [] : [sendLateMessages(context)]),
  ]);
  await readLate(context);
  if (await readWithoutKey(context)) return;
  await readOnce(context);
  // A service may count them as wrong keys, and block the run.
  for (const form of context.forms)
    await session.call({ operation: 'listTemplates', by: 'form', ...form, isOnce: true });
}

/** A refused request must have no effect. Not repeated, because the service may have blocked the run by now. */
async function readOnce({ session, presentations, jobs }: RunContext): Promise<void> {
  const [presentation] = presentations;
  const [job] = jobs;
  if (presentation) await session.call({ operation: 'getPresentation', id: presentation.id, isOnce: true });
  if (job !== undefined) await session.call({ operation: 'getGenerationStatus', id: job, isOnce: true });
}

/** Messages to jobs that have ended. */
async function sendLateMessages(context: RunContext): Promise<void> {
  const { session, finished } = context;
  const body = messageBodies(session.settings, 'Thank you.')[context.messageBody];
  for (const status of ['completed', 'failed'] as const) {
    const job = finished.find((candidate) => candidate.status === status);
    if (job) await twiceIfLost(session, { operation: 'sendGenerationMessage', id: job.id, body });
  }
}

async function readLate(context: RunContext): Promise<void> {
  const { session } = context;
  // Each header must still work. With a request rate, the reads below use both.
  if (!context.isSmoke && !context.isPaced)
    for (const via of ['bearer', 'x-api-key'] as const)
      await twiceIfLost(session, { operation: 'listTemplates', via });
  await session.sleep(session.settings.settle + late);
  const { isPaced, finished, jobs, presentations } = context;
  if (!isPaced || context.isSmoke)
    return readEverything(context, ['x-api-key', 'x-api-key'], jobs, presentations);
  // With a request rate, only the last job, the two that got a message after their end, and the first presentation of each kind.
  // The first job and the first presentation are read once more at the very end.
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
  await readEverything(context, ['x-api-key', 'bearer'], [...ended], others);
}

/** Polls the jobs and fetches the presentations. @param vias of the polls, and of the fetches */
async function readEverything(
  { session, unfetched }: RunContext,
  [pollVia, fetchVia]: readonly [Via, Via],
  jobs: readonly string[],
  presentations: RunContext['presentations'],
): Promise<void> {
  for (const id of jobs) await twiceIfLost(session, { operation: 'getGenerationStatus', id, via: pollVia });
  for (const id of [...presentations.map((each) => each.id), ...unfetched])
    await twiceIfLost(session, { operation: 'getPresentation', id, via: fetchVia });
}

/** Sends a request again if a fault hid its response. */
async function twiceIfLost(session: Session, spec: RequestSpec): Promise<void> {
  const call = await session.call(spec);
  if ((isLost(call) || call.status === 500) && !session.vainRetries.areUseless(spec, call))
    await session.call(spec);
}

export async function exceedRateLimit(context: RunContext): Promise<void> {
  const { session } = context;
  session.phase('exceeding the rate limit');
  const burst = burstOf(session.settings);
  let refusals = 0;
  let limited = 0;
  for (let sent = 0; sent < burst && refusals < 4; sent++) {
    const call = await session.call({ operation: 'listTemplates', via: 'bearer', unpaced: true });
    // A single 429 can be a passing fault.
    limited = call.status === 429 ? limited + 1 : 0;
    if (limited === 2) return;
    refusals = call.ok || limited > 0 ? 0 : refusals + 1;
  }
  if (refusals === 0) session.note(`${burst} requests in a row met no rate limit`);
}
