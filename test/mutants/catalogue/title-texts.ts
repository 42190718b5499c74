/** Sections 2.1 and 4.7: a title is the text that was sent, whatever its characters. */
import { afterRename } from '../edits.js';
import type { Mutant } from '../mutant.js';
import { spoiltTexts } from '../value-classes.js';

export const titleTexts: readonly Mutant[] = spoiltTexts.map(([id, what, write]) => ({
  id: `renamed-title-${id}`,
  title: `A rename stores the title ${what}.`,
  sections: ['1', '2.1', '4.7'],
  apply: afterRename((resource) => ({ ...resource, title: write(String(resource['title'])) })),
}));
