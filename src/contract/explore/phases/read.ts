/** The reads that several phases share: a poll of a job, and fetches of a presentation. Sections 4.2 and 4.5. */
import type { JobStatus } from '../../../generated/lifecycle.js';
import { fieldOf } from '../../../base/json.js';
import { jsonOf } from '../../model/payload.js';
import { knownStatus } from '../../model/call.js';
import type { RunContext } from '../run-context.js';
import type { RequestSpec } from '../request-spec.js';
import type { Call } from '../../model/call.js';
import { mayBecome } from '../../title-change.js';

export interface Poll {
  /** `undefined` if the view has none of the four. */
  readonly status: JobStatus | undefined;
  /** `undefined` if the poll failed, or its body is not JSON. */
  readonly view: unknown;
  readonly startedAt: number;
}

/** Polls a job once and emits its status. */
export async function poll(
  context: RunContext,
  id: string,
  isSoon = false,
  by: RequestSpec['by'] = 'key',
): Promise<Poll> {
  const call = await context.session.call({ operation: 'getGenerationStatus', id, isSoon, by });
  const view = call.ok ? jsonOf(call.received) : undefined;
  const status = knownStatus(fieldOf(view, 'status'));
  context.emit({ kind: 'job', id, status: status ?? String(call.status) });
  return { status, view, startedAt: call.exchange.startedAt };
}

/** Fetches a presentation. @returns its title; `undefined` if the fetch fails or returns no title */
export async function fetchTitle({ session }: RunContext, id: string): Promise<string | undefined> {
  const call = await session.call({ operation: 'getPresentation', id });
  const title = call.ok ? fieldOf(jsonOf(call.received), 'title') : undefined;
  return typeof title === 'string' ? title : undefined;
}

/** Ms beyond the settling time, so that the second fetch certainly starts after it. */
const MARGIN = 50;

/**
 * Fetches a presentation after a change of its title. If it does not show the title, waits for the settling time of replicas,
 * and fetches it again.
 */
export async function fetchSettled(
  context: RunContext,
  id: string,
  title: string | undefined,
): Promise<Call> {
  const { session } = context;
  const call = await session.call({ operation: 'getPresentation', id });
  const shown = fieldOf(jsonOf(call.received), 'title');
  if (!call.ok || title === undefined || (typeof shown === 'string' && mayBecome(title, shown))) return call;
  await session.sleep(session.settings.settle + MARGIN);
  return session.call({ operation: 'getPresentation', id });
}
