/** The last requests of a run: everything must be as it was, also some time after the last change. Sections 3, 4.6 and 8. */
import type { Call } from '../../trace/call.js';
import { isLost, messageBodies } from '../bodies.js';
import type { RunContext } from '../run-context.js';
import { otherVia, type Via } from '../run-keys.js';
import type { RequestSpec } from '../request-spec.js';
import { waitForAll } from '../wait-for-all.js';
import { sendWithDisabledKey, sendWithoutKey } from './keys.js';

const unknownId = 'deckhand-check-unknown-id';
/** Ms after the last change and beyond the settling time. */
const late = 1_000;

export async function sendFinalRequests(context: RunContext): Promise<void> {
  const { session } = context;
  session.phase('repeating requests at the end');
  if (context.isSmoke) {
    await sendWithDisabledKey(context);
    return readLate(context);
  }
  if (!context.isPaced) {
    await session.call({ operation: 'getPresentation', id: unknownId });
    await session.call({ operation: 'getGenerationStatus', id: unknownId });
  }
  await waitForAll([
    sendWithDisabledKey(context),
    ...(session.settings.readOnly ? [] : [sendLateMessages(context)]),
  ]);
  if (!context.isPaced) {
    await readEverything(context, 'bearer');
    await sendWithoutKeyAgain(context);
  }
  await readLate(context);
}

/** Messages to jobs that have ended. */
async function sendLateMessages(context: RunContext): Promise<void> {
  const { session, finished } = context;
  const body = messageBodies(session.settings, 'Thank you.')[context.messageBody];
  for (const status of ['completed', 'failed'] as const) {
    const job = finished.find((candidate) => candidate.status === status);
    if (job) await twiceIfLost(() => session.call({ operation: 'sendGenerationMessage', id: job.id, body }));
  }
}

/** Requests without a valid key, after all changes. */
async function sendWithoutKeyAgain(context: RunContext): Promise<void> {
  const { jobs, presentations } = context;
  const round = 2;
  await sendWithoutKey(context, { operation: 'listTemplates', round });
  for (const id of presentations.slice(0, 1).map((presentation) => presentation.id)) {
    await sendWithoutKey(context, { operation: 'getPresentation', id, round });
    if (context.session.settings.readOnly) continue;
    await sendWithoutKey(context, {
      operation: 'updatePresentation',
      id,
      body: (text) => ({ title: `${text}, again` }),
      round,
    });
  }
  for (const id of jobs.slice(0, 1))
    await sendWithoutKey(context, { operation: 'getGenerationStatus', id, round });
}

async function readLate(context: RunContext): Promise<void> {
  await context.session.sleep(context.session.settings.settle + late);
  await readEverything(context, 'x-api-key');
}

/** Lists the templates, polls all jobs and fetches all presentations. */
async function readEverything(
  { session, jobs, presentations, unfetched, isSmoke }: RunContext,
  via: Via,
): Promise<void> {
  const read = (spec: Pick<RequestSpec, 'operation' | 'id'>) =>
    twiceIfLost(() => session.call({ ...spec, via }));
  // Each header must still work.
  if (!isSmoke) await twiceIfLost(() => session.call({ operation: 'listTemplates', via: otherVia(via) }));
  if (!isSmoke) await read({ operation: 'listTemplates' });
  for (const id of jobs) await read({ operation: 'getGenerationStatus', id });
  for (const id of [...presentations.map((each) => each.id), ...unfetched])
    await read({ operation: 'getPresentation', id });
}

/** Sends a request again if a fault hid its response. */
async function twiceIfLost(send: () => Promise<Call>): Promise<void> {
  const call = await send();
  if (isLost(call) || call.status === 500) await send();
}

/** Requests of a burst that exceeds the rate limit: more than the rate of the run and of the example in section 8 allow. */
export function burstOf({ requestsPerMinute }: { readonly requestsPerMinute: number }): number {
  return 2 * Math.max(30, requestsPerMinute);
}

export async function exceedRateLimit(context: RunContext): Promise<void> {
  const { session } = context;
  session.phase('exceeding the rate limit');
  const burst = burstOf(session.settings);
  let refusals = 0;
  for (let sent = 0; sent < burst && refusals < 4; sent++) {
    const call = await session.call({ operation: 'listTemplates', via: 'bearer', unpaced: true });
    if (call.status === 429) return;
    refusals = call.ok ? 0 : refusals + 1;
  }
  if (refusals === 0) session.note(`${burst} requests in a row met no rate limit`);
}
