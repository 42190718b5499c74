/** Polls a job once and emits its status. Section 4.5. */
import type { JobStatus } from '../../../generated/lifecycle.js';
import { fieldOf } from '../../../base/json.js';
import { jsonOf } from '../../../trace/payload.js';
import { knownStatus } from '../../../trace/job.js';
import type { RunContext } from '../run-context.js';

export async function poll(
  context: RunContext,
  id: string,
  isSoon = false,
): Promise<{ status: JobStatus | undefined; view: unknown; startedAt: number }> {
  const call = await context.session.call({ operation: 'getGenerationStatus', id, isSoon });
  const view = call.ok ? jsonOf(call.received) : undefined;
  const status = knownStatus(fieldOf(view, 'status'));
  context.emit({ kind: 'job', id, status: status ?? String(call.status) });
  return { status, view, startedAt: call.exchange.startedAt };
}
