/** Creates presentations from a template, in the hope that they can be found again. Sections 4.2 and 4.3. */
import { fieldOf } from '../../trace/answer.js';
import { createBodies, createdId, isBodyRefusal } from '../bodies.js';
import type { Crew } from '../crew.js';
import type { Asking, Via } from '../session.js';
import { askWithoutKey } from './keys.js';

export async function createPresentations(crew: Crew): Promise<void> {
  const first = await create(crew, 'bearer', '[deckhand check] first');
  if (!first) return;
  const second = await create(crew, 'x-api-key', '[deckhand check] second');
  await askWithoutKey(crew, { operation: 'createPresentation', body: first.body });
  const shown = crew.isPaced ? [first] : [first, second];
  for (const created of shown) if (created?.id !== undefined) await find(crew, created.id);
}

/** Tries bodies until one is taken. */
export async function create(
  crew: Crew,
  via: Via,
  title: string,
  by: Asking['by'] = 'key',
  template = crew.template,
): Promise<{ id: string | undefined; body: unknown } | undefined> {
  for (const body of createBodies(crew.session.settings, template, title)) {
    const call = await crew.session.call({ operation: 'createPresentation', by, via, body });
    if (call.ok) return { id: createdId(call), body };
    if (!isBodyRefusal(call)) break;
  }
  crew.session.note('no presentation could be created; --create-body says how');
  return undefined;
}

async function find(crew: Crew, id: string): Promise<void> {
  const call = await crew.session.call({ operation: 'getPresentation', id });
  const title = call.ok && call.answer.kind === 'json' ? fieldOf(call.answer.value, 'title') : undefined;
  if (typeof title === 'string') crew.presentations.push({ id, title });
}
