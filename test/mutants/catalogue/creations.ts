/** Sections 4.1, 4.3 and 4.4: the response to creating, and the templates that creating and starting use. */
import { editBody } from '../edits.js';
import type { Mutant } from '../mutant.js';
import { objectOf, refuse } from '../plain-service/perform.js';
import type { Presentation, Template } from '../plain-service/records.js';
import type { Call } from '../plain-service/variation.js';

const fromTemplate = ({ presentation }: Call) => presentation?.origin === 'template';

/** The presentation that this workspace created first. */
function firstCreated({ world, workspace, presentation }: Call): Presentation | undefined {
  return [...world.presentations.values()].find(
    (one) => one.origin === 'template' && one.owner === workspace && one !== presentation,
  );
}

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
    id: 'created-names-another-workspace',
    title: 'The response to creating names another workspace than the presentation that is fetched.',
    sections: [...sections, '5'],
    apply: editBody('createPresentation', (created) => ({ ...created, workspace_id: 'workspace-0' })),
  },
  {
    id: 'created-id-is-unknown',
    title: 'Creating answers an id alone, and no fetch finds it.',
    sections: ['1', ...sections],
    // It may be the id of something else.
    shownAs: 'warn',
    apply: editBody('createPresentation', () => ({ id: 'presentation-0' })),
  },
  {
    id: 'creations-share-an-id',
    title: 'The second creation has the id of the first one.',
    sections: ['1', ...sections],
    apply: editBody('createPresentation', (created, call) => ({
      ...created,
      id: firstCreated(call)?.resource['id'] ?? created['id'],
    })),
  },
  {
    id: 'second-template-breaks',
    title: 'Starting and creating from the second template answers 500.',
    sections: ['4.1', '4.3', '4.4'],
    apply: {
      instead: ({ input }) =>
        /^template-\db$/.test(String(objectOf(input)['template_id'])) ? refuse(500, 'Oops.') : undefined,
    },
  },
  {
    id: 'second-template-starts-nothing',
    title: 'Starting from the second template answers 500; creating from it works.',
    sections: ['4.1', '4.4'],
    apply: {
      instead: ({ operation, input }) =>
        operation === 'startGeneration' && /^template-\db$/.test(String(objectOf(input)['template_id']))
          ? refuse(500, 'Oops.')
          : undefined,
    },
  },
  {
    id: 'third-template-breaks',
    title: 'The list has a third template, and starting from it answers 500.',
    sections: ['4.1', '4.4'],
    apply: {
      ...editBody('listTemplates', (body) => {
        const templates = body['templates'] as readonly Template[];
        return { templates: [...templates, { id: `${templates[0]?.id.slice(0, -1)}c`, name: 'Report' }] };
      }),
      instead: ({ operation, input }) =>
        operation === 'startGeneration' && /^template-\dc$/.test(String(objectOf(input)['template_id']))
          ? refuse(500, 'Oops.')
          : undefined,
    },
  },
];
