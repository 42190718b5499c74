/** One poll of a job, as the phases need it. Section 4.5. */
import type { JobStatus } from '../../../generated/lifecycle.js';
import { fieldOf } from '../../trace/answer.js';
import { knownStatus } from '../../trace/job.js';
import type { Crew } from '../crew.js';

export async function poll(
  crew: Crew,
  id: string,
): Promise<{ status: JobStatus | undefined; view: unknown }> {
  const call = await crew.session.call({ operation: 'getGenerationStatus', id });
  const view = call.ok && call.answer.kind === 'json' ? call.answer.value : undefined;
  const status = knownStatus(fieldOf(view, 'status'));
  crew.emit({ kind: 'job', id, status: status ?? String(call.status) });
  return { status, view };
}
