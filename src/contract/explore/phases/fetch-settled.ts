/** Fetches a presentation after a change of its title, and gives replicas the settling time. Sections 4.2 and 4.7. */
import { fieldOf } from '../../../base/json.js';
import { jsonOf } from '../../../trace/payload.js';
import type { Call } from '../../../trace/call.js';
import type { RunContext } from '../run-context.js';

/** Ms beyond the settling time, so that the second fetch certainly starts after it. */
const MARGIN = 50;

/** Fetches a presentation. If it does not show the title, waits for the settling time and fetches it again. */
export async function fetchSettled(
  context: RunContext,
  id: string,
  title: string | undefined,
): Promise<Call> {
  const { session } = context;
  const call = await session.call({ operation: 'getPresentation', id });
  if (!call.ok || title === undefined || fieldOf(jsonOf(call.received), 'title') === title) return call;
  await session.sleep(session.settings.settle + MARGIN);
  return session.call({ operation: 'getPresentation', id });
}
