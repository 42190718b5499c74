/** Sections 4.1 and 4.3: the list of templates, and presentations made from one. */
import { editResponse, editBody } from '../response-edits.js';
import type { Mutant } from '../mutant.js';
import { objectOf, refuse } from '../../reference-service/operations.js';
import type { JsonObject } from '../../reference-service/store.js';
import type { Call } from '../../reference-service/hooks.js';

/** The list with all entries this often. */
const repeated = (body: JsonObject, times: number): JsonObject =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      Array.isArray(value) ? Array.from({ length: times }, () => value as unknown[]).flat() : value,
    ]),
  );

export const templates: readonly Mutant[] = [
  {
    id: 'templates-is-true',
    title: 'Listing templates returns `true`, which is not a list.',
    sections: ['1', '4', '4.1'],
    hooks: editBody('listTemplates', () => true),
  },
  {
    id: 'templates-always-204',
    title: 'Listing templates always returns an empty 204.',
    sections: ['1', '4', '4.1'],
    hooks: editResponse('listTemplates', () => ({ status: 204 })),
  },
  {
    id: 'templates-repeat-more-each-time',
    title: 'Each list of templates repeats all entries once more than the one before.',
    sections: ['4', '4.1'],
    hooks: editBody('listTemplates', (body, { store }) => repeated(body, 1 + store.requests)),
  },
];

const fromTemplate = ({ presentation }: Call) => presentation?.origin === 'template';

const sections = ['2.1', '4.2', '4.3'];

/** Whether it was created from the last template of its workspace. */
const fromLastTemplate = ({ input, workspace }: Call) =>
  workspace !== undefined && objectOf(input)['template_id'] === workspace.templates.at(-1)?.id;

export const creations: readonly Mutant[] = [
  {
    id: 'created-from-the-last-template-has-no-sections',
    title: 'The sections of a presentation from the last template are null.',
    sections,
    hooks: editResponse('createPresentation', (original, call) => {
      if (call.presentation && fromLastTemplate(call))
        call.presentation.resource = { ...call.presentation.resource, sections: null };
      return original;
    }),
  },
  {
    id: 'created-is-never-found',
    title: 'A presentation made from a template is never found by its key.',
    sections: ['1', ...sections, '5'],
    hooks: {
      replaceResponse: (call) =>
        call.operation === 'getPresentation' && fromTemplate(call) ? refuse(404, 'Not here.') : undefined,
    },
  },
  {
    id: 'created-has-another-title-when-fetched',
    title: 'The response to creating has another title than the presentation that is fetched.',
    sections,
    hooks: editBody('createPresentation', (created) => ({ ...created, title: 'Untitled' })),
  },
  {
    id: 'created-id-returns-404',
    title: 'Creating returns an id alone, and no fetch finds it.',
    sections: ['1', ...sections],
    // It may be the id of something else.
    detectedAs: 'warn',
    hooks: editBody('createPresentation', () => ({ id: 'presentation-0' })),
  },
];
