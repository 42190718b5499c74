/** Sections 4.1, 4.3 and 4.4: the response to creating, and the templates that creating and starting use. */
import { editBody } from '../edits.js';
import type { Mutant } from '../mutant.js';
import { refuse } from '../plain-service/perform.js';
import type { Call } from '../plain-service/variation.js';

const fromTemplate = ({ presentation }: Call) => presentation?.origin === 'template';

const sections = ['2.1', '4.2', '4.3'];

export const creations: readonly Mutant[] = [
  {
    id: 'created-is-never-found',
    title: 'A presentation made from a template is never found by its key.',
    sections: ['1', ...sections, '5'],
    apply: {
      instead: (call) =>
        call.operation === 'getPresentation' && fromTemplate(call) ? refuse(404, 'Not here.') : undefined,
    },
  },
  {
    id: 'created-has-another-title-when-fetched',
    title: 'The response to creating has another title than the presentation that is fetched.',
    sections,
    apply: editBody('createPresentation', (created) => ({ ...created, title: 'Untitled' })),
  },
  {
    id: 'created-id-is-unknown',
    title: 'Creating answers an id alone, and no fetch finds it.',
    sections: ['1', ...sections],
    // It may be the id of something else.
    shownAs: 'warn',
    apply: editBody('createPresentation', () => ({ id: 'presentation-0' })),
  },
];
