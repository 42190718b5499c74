/** Sections 4.1 and 4.3: the list of templates, and presentations made from one. */
import { editAnswer, editBody } from '../edits.js';
import type { Mutant } from '../mutant.js';
import type { JsonObject } from '../plain-service/records.js';

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
];
