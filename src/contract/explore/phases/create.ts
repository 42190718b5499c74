/** Creates presentations from a template, and fetches them if the response contains an id. Sections 4.2 and 4.3. */
import { createBodies, createdId, isBodyRefusal } from '../bodies.js';
import type { RunContext } from '../run-context.js';
import type { RequestSpec, Via } from '../session.js';
import { fetchTitle } from './fetch-title.js';
import { sendWithoutKey } from './keys.js';

export async function createPresentations(context: RunContext): Promise<void> {
  const first = await create(context, 'bearer', '[deckhand check] first');
  if (!first) return;
  const second = await create(context, 'x-api-key', '[deckhand check] second');
  await sendWithoutKey(context, { operation: 'createPresentation', body: first.body });
  const ids = [first, ...(context.isPaced ? [] : [second])].flatMap((created) => created?.id ?? []);
  for (const id of ids) {
    const title = await fetchTitle(context, id);
    if (title !== undefined) context.presentations.push({ id, title });
  }
}

/** Tries bodies until the service accepts one. */
export async function create(
  context: RunContext,
  via: Via,
  title: string,
  by: RequestSpec['by'] = 'key',
  template = context.template,
): Promise<{ id: string | undefined; body: unknown } | undefined> {
  for (const body of createBodies(context.session.settings, template, title)) {
    const call = await context.session.call({ operation: 'createPresentation', by, via, body });
    if (call.ok) return { id: createdId(call), body };
    if (!isBodyRefusal(call)) break;
  }
  context.session.note('the target created no presentation; use --create-body to set the body');
  return undefined;
}
