/** The last requests of a run: everything must be as it was, also some time after the last change. Sections 3, 4.6 and 8. */
import { messageBodies } from '../bodies.js';
import type { RunContext } from '../run-context.js';
import { poll } from './job-poll.js';

const unknownId = 'deckhand-check-unknown-id';
/** Ms after the last change and beyond the settling time. */
const late = 1_000;

export async function sendFinalRequests(context: RunContext): Promise<void> {
  const { session, finished } = context;
  session.phase('repeating requests at the end');
  if (!context.isPaced && !context.isSmoke) {
    await session.call({ operation: 'getPresentation', id: unknownId });
    await session.call({ operation: 'getGenerationStatus', id: unknownId });
  }
  if (context.isSmoke) return readLate(context);
  const body = messageBodies(session.settings, 'Thank you.')[context.messageBody];
  for (const status of session.settings.readOnly
    ? []
    : context.isPaced
      ? (['completed'] as const)
      : (['completed', 'failed'] as const)) {
    const job = finished.find((candidate) => candidate.status === status);
    if (job) await session.call({ operation: 'sendGenerationMessage', id: job.id, body });
  }
  if (!context.isPaced) await readEverything(context);
  await readLate(context);
}

async function readLate(context: RunContext): Promise<void> {
  await context.session.sleep(context.session.settings.settle + late);
  await readEverything(context);
}

/** Polls all jobs and fetches all presentations. */
async function readEverything(context: RunContext): Promise<void> {
  for (const id of context.jobs) await poll(context, id);
  for (const { id } of context.presentations)
    await context.session.call({ operation: 'getPresentation', id });
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
