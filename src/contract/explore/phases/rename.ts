/** Renames presentations, looks at what that did, and puts the title back. Sections 4.2 and 4.7. */
import { fieldOf } from '../../trace/answer.js';
import type { Call } from '../../trace/call.js';
import type { Crew, FoundPresentation } from '../crew.js';
import type { Via } from '../session.js';
import { lookAsStranger, touchAsStranger } from './foreign.js';
import { poll } from './job-poll.js';
import { askWithoutKey } from './keys.js';

/** Letters outside ASCII, so that a wrong encoding shows; a plain one in case they are not wanted. */
const marked = ['[deckhand check] renamed – Häfen 港', 'Renamed by a check'];

export async function renamePresentations(crew: Crew): Promise<void> {
  const [target] = crew.presentations;
  if (!target) return;
  await askWithoutKey(crew, { operation: 'getPresentation', id: target.id });
  const created = crew.presentations.find(({ job }) => job === undefined);
  if (created && !crew.isPaced)
    await crew.session.call({ operation: 'getPresentation', id: created.id, by: 'none' });
  if (crew.session.settings.readOnly) return touchAsStranger(crew, target);
  try {
    // Of what was created from a template, the title is the check's own and need not be put back.
    await renameAndLook(crew, target, created ?? crew.presentations[1]);
    await restoreAndProbe(crew, target);
  } finally {
    await putBack(crew, target);
  }
}

async function renameAndLook(
  crew: Crew,
  target: FoundPresentation,
  other: FoundPresentation | undefined,
): Promise<void> {
  await rename(crew, target, 'bearer');
  await fetch(crew, target);
  if (other && other !== target) {
    await fetch(crew, other);
    if (other.job === undefined) {
      await rename(crew, other, 'x-api-key');
      await touchAsStranger(crew, other);
      await fetch(crew, other);
    }
  }
  await lookAsStranger(crew);
  await touchAsStranger(crew, target);
  if (target.job !== undefined) await poll(crew, target.job);
  await fetch(crew, target);
}

async function restoreAndProbe(crew: Crew, target: FoundPresentation): Promise<void> {
  const { id, title } = target;
  await patch(crew, target, 'x-api-key', { title });
  if (!crew.isPaced) await fetch(crew, target);
  await askWithoutKey(crew, {
    operation: 'updatePresentation',
    id,
    body: { title: '[deckhand check] without a key' },
  });
  if (!crew.isPaced) await fetch(crew, target);
  await patch(crew, target, 'bearer', { sections: [{ title: '[deckhand check]' }] });
}

async function rename(crew: Crew, target: FoundPresentation, via: Via): Promise<void> {
  for (const title of marked) {
    const { status } = await patch(crew, target, via, { title });
    if (status !== 400 && status !== 422) return;
  }
}

/** Whatever happened in between: the title is what it was. */
async function putBack(crew: Crew, target: FoundPresentation): Promise<void> {
  const { session } = crew;
  const shown = await session.call({ operation: 'getPresentation', id: target.id, lastly: true });
  if (!shown.ok || shown.answer.kind !== 'json' || fieldOf(shown.answer.value, 'title') === target.title)
    return;
  const call = await patch(crew, target, 'bearer', { title: target.title }, true);
  if (!call.ok) session.note(`the title of presentation ${target.id} could not be put back`);
}

function fetch(crew: Crew, { id }: FoundPresentation): Promise<Call> {
  return crew.session.call({ operation: 'getPresentation', id });
}

function patch(
  crew: Crew,
  { id }: FoundPresentation,
  via: Via,
  body: unknown,
  lastly = false,
): Promise<Call> {
  return crew.session.call({ operation: 'updatePresentation', id, via, body, lastly });
}
