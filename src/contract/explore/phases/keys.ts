/** Sends requests without a key and with a wrong key, to each operation separately. Section 5. */
import type { RunContext } from '../run-context.js';
import type { RequestSpec } from '../session.js';

type Probe = Pick<RequestSpec, 'operation' | 'id' | 'body'>;

export async function sendWithoutKey(context: RunContext, probe: Probe): Promise<void> {
  if (!context.isFirst(`keys ${probe.operation}`)) return;
  await context.session.call({ ...probe, by: 'none' });
  await sendWithWrongKey(context, probe);
}

async function sendWithWrongKey(context: RunContext, probe: Probe): Promise<void> {
  for (const via of context.wrongKeyHeaders(probe.operation))
    await context.session.call({ ...probe, by: 'wrong', via });
}

/** A job may be public by mistake in one state only. With a request rate, only the likeliest states are probed. */
export async function pollWithoutKey(context: RunContext, id: string, status: string): Promise<void> {
  const probe = { operation: 'getGenerationStatus', id } as const;
  if (!context.isFirst(`keys ${probe.operation} ${status}`)) return;
  if (!context.isPaced || status === 'completed') await context.session.call({ ...probe, by: 'none' });
  if (!context.isPaced || status === 'generating') await sendWithWrongKey(context, probe);
}

/** An accepted start creates a job, so the job limit must allow one more. */
export async function startWithoutKey(context: RunContext, body: unknown): Promise<void> {
  const probe = { operation: 'startGeneration', body } as const;
  if (context.jobsLeft <= 0 || !context.isFirst(`keys ${probe.operation}`)) return;
  context.jobsLeft--;
  const missing = await context.session.call({ ...probe, by: 'none' });
  for (const via of missing.ok ? [] : context.wrongKeyHeaders(probe.operation)) {
    if ((await context.session.call({ ...probe, by: 'wrong', via })).ok) return;
  }
  if (!missing.ok) context.jobsLeft++;
}
