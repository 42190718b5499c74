/** Bugs whose consequences look like other bugs: a report must name the cause. Sections 1, 2.1, 4.7 and 5. */
import { afterRename, editAnswer } from '../edits.js';
import type { Mutant } from '../mutant.js';
import { keys } from '../plain-service/handle.js';
import type { World } from '../plain-service/records.js';
import { refuse } from '../plain-service/perform.js';

const isRenamed = ({ presentations }: World): boolean =>
  [...presentations.values()].some(({ lastRename }) => lastRename !== undefined);

export const consequences: readonly Mutant[] = [
  ...([401, 403] as const).map((status): Mutant => ({
    id: `key-refused-after-a-rename-with-${status}`,
    title: `After a rename, a valid key gets ${status} for each request; other keys work.`,
    sections: ['1', '5'],
    needs: ['second-key'],
    apply: {
      instead: ({ world, key }) =>
        key === keys.first && isRenamed(world) ? refuse(status, 'Who are you?') : undefined,
    },
  })),
  {
    id: 'rename-changes-the-id',
    title: 'A rename changes the id in the presentation, which can still be fetched by the id of before.',
    sections: ['1', '2.1', '4.7'],
    apply: afterRename((resource) => ({ ...resource, id: `${String(resource['id'])}-v2` })),
  },
  {
    id: 'rename-moves-the-presentation',
    title: 'A rename gives the presentation another id, and the id of before is not found.',
    sections: ['1', '2.1', '4.7'],
    apply: editAnswer('updatePresentation', (honest, { presentation, world }) => {
      if (!presentation) return honest;
      const id = String(presentation.resource['id']);
      world.presentations.delete(id);
      presentation.resource = { ...presentation.resource, id: `${id}-v2` };
      world.presentations.set(`${id}-v2`, presentation);
      return honest;
    }),
  },
];
