/** The last requests: what is over must still be over. Sections 3, 4.6 and 8. */
import { messageBodies } from '../bodies.js';
import type { Crew } from '../crew.js';
import { poll } from './job-poll.js';

const unknownId = 'deckhand-check-unknown-id';

export async function leave(crew: Crew): Promise<void> {
  const { session, finished, presentations } = crew;
  session.phase('once more, at the end');
  if (!crew.isPaced) {
    await session.call({ operation: 'getPresentation', id: unknownId });
    await session.call({ operation: 'getGenerationStatus', id: unknownId });
  }
  const body = messageBodies(session.settings, 'Thank you.')[crew.messageBody];
  for (const status of crew.isPaced ? (['completed'] as const) : (['completed', 'failed'] as const)) {
    const job = finished.find((candidate) => candidate.status === status);
    if (job) await session.call({ operation: 'sendGenerationMessage', id: job.id, body });
  }
  await Promise.all(finished.map(({ id }) => poll(crew, id)));
  const [target] = presentations;
  if (target) await session.call({ operation: 'getPresentation', id: target.id });
}

/** More than any sane limit for a single key. */
const mostInBurst = 300;

export async function exceedTheRate(crew: Crew): Promise<void> {
  const { session } = crew;
  session.phase('exceeding the rate');
  let refusals = 0;
  for (let sent = 0; sent < mostInBurst && refusals < 4; sent++) {
    const call = await session.call({ operation: 'listTemplates', via: 'bearer', headlong: true });
    if (call.status === 429) return;
    refusals = call.ok ? 0 : refusals + 1;
  }
  if (refusals === 0) session.note(`no limit was met in ${mostInBurst} requests`);
}
