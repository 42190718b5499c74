/** Tries the second key on what the first one's workspace owns. Section 5. */
import { fieldOf } from '../../trace/answer.js';
import type { Crew, FoundPresentation } from '../crew.js';
import { firstTemplateId } from '../templates.js';
import { create } from './create.js';

const hasOther = (crew: Crew) => crew.session.settings.otherApiKey !== undefined;

export async function pollAsStranger(crew: Crew, id: string, status: string): Promise<void> {
  if (!hasOther(crew) || !crew.first(`foreign poll ${status}`)) return;
  await crew.session.call({ operation: 'getGenerationStatus', id, by: 'other' });
}

export async function replyAsStranger(crew: Crew, id: string, body: unknown): Promise<void> {
  if (!hasOther(crew) || !crew.first('foreign reply')) return;
  await crew.session.call({ operation: 'sendGenerationMessage', id, by: 'other', body });
}

export async function touchAsStranger(crew: Crew, { id }: FoundPresentation): Promise<void> {
  if (!hasOther(crew)) return;
  await crew.session.call({ operation: 'getPresentation', id, by: 'other' });
  if (crew.session.settings.readOnly) return;
  const body = { title: '[deckhand check] of a foreign key' };
  await crew.session.call({ operation: 'updatePresentation', id, by: 'other', body });
}

/** Something of the other workspace's own, so that the two can be told apart; and the first key is tried on it. */
export async function settleAsStranger(crew: Crew): Promise<void> {
  const { session } = crew;
  if (!hasOther(crew) || session.settings.readOnly) return;
  const list = await session.call({ operation: 'listTemplates', by: 'other' });
  const template = list.answer.kind === 'json' ? firstTemplateId(list.answer.value) : undefined;
  const created = await create(crew, 'bearer', '[deckhand check] of the other key', 'other', template);
  if (created?.id === undefined) return;
  const call = await session.call({ operation: 'getPresentation', id: created.id, by: 'other' });
  if (call.answer.kind !== 'json' || fieldOf(call.answer.value, 'id') === undefined) return;
  crew.ofStranger = created.id;
  await session.call({ operation: 'getPresentation', id: created.id });
}

/** Whether what the first key did has touched the other's. */
export async function lookAsStranger(crew: Crew): Promise<void> {
  if (crew.ofStranger === undefined) return;
  await crew.session.call({ operation: 'getPresentation', id: crew.ofStranger, by: 'other' });
}
