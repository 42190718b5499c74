/** Sections 4.1 and 4.3: the list of templates, and presentations made from one. */
import { editAnswer, editBody, editFetched, without } from '../edits.js';
import type { Mutant } from '../mutant.js';
import type { JsonObject } from '../plain-service/records.js';
import type { Call } from '../plain-service/variation.js';

const fromTemplate = ({ presentation }: Call) => presentation?.origin === 'template';

const sections = ['2.1', '2.2', '4.2'];

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
    title: 'Listing templates answers `true`, which is not a list.',
    sections: ['1', '4', '4.1'],
    apply: editBody('listTemplates', () => true),
  },
  ...[500, 502, 503].map((status): Mutant => ({
    id: `templates-always-${status}`,
    title: `Listing templates always answers ${status}.`,
    sections: ['1', '4', '4.1'],
    apply: editAnswer('listTemplates', () => ({ status, body: { error: 'internal' } })),
  })),
  {
    id: 'templates-always-204',
    title: 'Listing templates always answers an empty 204.',
    sections: ['1', '4', '4.1'],
    apply: editAnswer('listTemplates', () => ({ status: 204 })),
  },
  {
    id: 'templates-repeat-more-each-time',
    title: 'Each list of templates repeats all entries once more than the one before.',
    sections: ['4', '4.1'],
    apply: editBody('listTemplates', (body, { world }) => repeated(body, 1 + world.requests)),
  },
  {
    id: 'template-presentation-without-created-at',
    title: 'A presentation made from a template has no created_at.',
    sections,
    apply: editFetched((presentation) => without('created_at', presentation), fromTemplate),
  },
  {
    id: 'template-presentation-without-url',
    title: 'A presentation made from a template has no url.',
    sections,
    apply: editFetched((presentation) => without('url', presentation), fromTemplate),
  },
  {
    id: 'template-presentation-sections-null',
    title: 'The sections of a presentation made from a template are null.',
    sections,
    apply: editFetched((presentation) => ({ ...presentation, sections: null }), fromTemplate),
  },
  {
    id: 'template-presentation-is-public-number',
    title: 'The is_public of a presentation made from a template is 0.',
    sections,
    apply: editFetched((presentation) => ({ ...presentation, is_public: 0 }), fromTemplate),
  },
];
