/** Fetches a presentation with the key under test. Section 4.2. */
import { fieldOf } from '../../../base/json.js';
import { jsonOf } from '../../../trace/payload.js';
import type { RunContext } from '../run-context.js';

/** @returns the title; `undefined` if the fetch fails or returns no title */
export async function fetchTitle({ session }: RunContext, id: string): Promise<string | undefined> {
  const call = await session.call({ operation: 'getPresentation', id });
  const title = call.ok ? fieldOf(jsonOf(call.received), 'title') : undefined;
  return typeof title === 'string' ? title : undefined;
}
