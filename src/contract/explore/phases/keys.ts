/** Asks without a key and with a wrong one. Each operation on its own: a hole in one is a hole. Section 5. */
import type { Crew } from '../crew.js';
import type { Asking } from '../session.js';

type Probe = Pick<Asking, 'operation' | 'id' | 'body'>;

export async function askWithoutKey(crew: Crew, asking: Probe): Promise<void> {
  if (!crew.first(`keys ${asking.operation}`)) return;
  await crew.session.call({ ...asking, by: 'none' });
  await askWithWrongKey(crew, asking);
}

async function askWithWrongKey(crew: Crew, asking: Probe): Promise<void> {
  for (const via of crew.wrongVias(asking.operation))
    await crew.session.call({ ...asking, by: 'wrong', via });
}

/** What is public by mistake is often so in one state only. When requests are counted, the likeliest states must do. */
export async function pollWithoutKey(crew: Crew, id: string, status: string): Promise<void> {
  const asking = { operation: 'getGenerationStatus', id } as const;
  if (!crew.first(`keys ${asking.operation} ${status}`)) return;
  if (!crew.isPaced || status === 'completed') await crew.session.call({ ...asking, by: 'none' });
  if (!crew.isPaced || status === 'generating') await askWithWrongKey(crew, asking);
}

/** A start that is not refused is a job, and the number of jobs has a ceiling: one must be left. */
export async function startWithoutKey(crew: Crew, body: unknown): Promise<void> {
  const asking = { operation: 'startGeneration', body } as const;
  if (crew.jobsLeft <= 0 || !crew.first(`keys ${asking.operation}`)) return;
  crew.jobsLeft--;
  const missing = await crew.session.call({ ...asking, by: 'none' });
  for (const via of missing.ok ? [] : crew.wrongVias(asking.operation)) {
    if ((await crew.session.call({ ...asking, by: 'wrong', via })).ok) return;
  }
  if (!missing.ok) crew.jobsLeft++;
}
