/** The last requests of a run: finished jobs must stay finished. Sections 3, 4.6 and 8. */
import { messageBodies } from '../bodies.js';
import type { RunContext } from '../run-context.js';
import { poll } from './job-poll.js';

const unknownId = 'deckhand-check-unknown-id';

export async function sendFinalRequests(context: RunContext): Promise<void> {
  const { session, finished, presentations } = context;
  session.phase('repeating requests at the end');
  if (!context.isPaced) {
    await session.call({ operation: 'getPresentation', id: unknownId });
    await session.call({ operation: 'getGenerationStatus', id: unknownId });
  }
  const body = messageBodies(session.settings, 'Thank you.')[context.messageBody];
  for (const status of context.isPaced ? (['completed'] as const) : (['completed', 'failed'] as const)) {
    const job = finished.find((candidate) => candidate.status === status);
    if (job) await session.call({ operation: 'sendGenerationMessage', id: job.id, body });
  }
  await Promise.all(finished.map(({ id }) => poll(context, id)));
  const [target] = presentations;
  if (target) await session.call({ operation: 'getPresentation', id: target.id });
}

/** More requests than a reasonable limit for one key allows. */
const maxInBurst = 300;

export async function exceedRateLimit(context: RunContext): Promise<void> {
  const { session } = context;
  session.phase('exceeding the rate limit');
  let refusals = 0;
  for (let sent = 0; sent < maxInBurst && refusals < 4; sent++) {
    const call = await session.call({ operation: 'listTemplates', via: 'bearer', unpaced: true });
    if (call.status === 429) return;
    refusals = call.ok ? 0 : refusals + 1;
  }
  if (refusals === 0) session.note(`${maxInBurst} requests in a row met no rate limit`);
}
