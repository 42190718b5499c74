/** Sections 2.3 and 4.1: the shape of the list and the fields of a template are not shown. */
import { editBody } from '../../mutants/response-edits.js';
import type { Template } from '../../reference-service/store.js';
import type { ConformingVariant } from '../variant.js';

const shapes: readonly (readonly [
  id: string,
  title: string,
  write: (list: readonly Template[]) => unknown,
])[] = [
  ['array', 'The templates are a bare array.', (list) => list],
  ['data', 'The templates are listed as `data`.', (list) => ({ data: list })],
  ['items', 'The templates are listed as `items`, with a cursor.', (items) => ({ items, next_cursor: null })],
  [
    'paged',
    'The templates are one page of results.',
    (results) => ({ count: 2, next: null, previous: null, results }),
  ],
  [
    'nested',
    'The templates are listed as `data.templates`.',
    (list) => ({ data: { templates: list }, errors: [] }),
  ],
  [
    'by-id',
    'The templates are an object by identifier.',
    (list) => Object.fromEntries(list.map((one) => [one.id, one])),
  ],
  ['empty', 'There are no templates, and the list is empty.', () => ({ templates: [] })],
  ['empty-array', 'There are no templates, and the array is empty.', () => []],
  ['strings', 'The templates are their identifiers.', (list) => list.map(({ id }) => id)],
  [
    'template-id',
    'A template has a template_id.',
    (list) => list.map(({ id, name }) => ({ template_id: id, label: name })),
  ],
  [
    'slug',
    'A template has a slug and a title.',
    (list) => ({ templates: list.map(({ id, name }) => ({ slug: id, title: name })) }),
  ],
  [
    'wrapped',
    'Each template is wrapped.',
    (list) => list.map((template) => ({ kind: 'template', template })),
  ],
  [
    'groups',
    'The templates are listed in groups.',
    (list) => ({ groups: [{ name: 'All', templates: list }] }),
  ],
  [
    'numbers',
    'The templates have numbers, and none is a template_id.',
    (list) => list.map((_one, id) => ({ id })),
  ],
  [
    'beside-others',
    'The templates are listed next to links, notes and warnings.',
    (list) => ({
      _links: [{ rel: 'self', id: 'link' }],
      debug: [{ id: 'd1', name: 'cache' }],
      warnings: ['slow'],
      templates: list,
    }),
  ],
  [
    'categories',
    'The templates are listed in categories, which have an id, too.',
    (list) => ({ categories: list.map((one, id) => ({ id: `category-${id}`, name: 'C', items: [one] })) }),
  ],
  [
    'workspaces',
    'The templates are listed by workspace.',
    (list) => ({ workspaces: [{ id: 'workspace-x', name: 'X', templates: list }] }),
  ],
  [
    'named-by-id',
    'The templates are an object from identifiers to names.',
    (list) => ({ templates: Object.fromEntries(list.map(({ id, name }) => [id, name])) }),
  ],
  [
    'names',
    'The templates are an object from identifiers to names, and nothing else.',
    (list) => Object.fromEntries(list.map(({ id, name }) => [id, name])),
  ],
  [
    'graph',
    'The templates are edges and nodes.',
    (list) => ({
      edges: list.map((node, at) => ({ cursor: `c${at}`, node })),
      pageInfo: { endCursor: 'c1' },
    }),
  ],
  [
    'identifier',
    'A template has an unusual field with its identifier, and a number as id.',
    (list) => list.map(({ id, name }, at) => ({ id: at, templateRef: id, label: name })),
  ],
  [
    'many',
    'There are three hundred templates.',
    (list) => ({
      templates: [...list, ...Array.from({ length: 298 }, (_, index) => ({ id: `t${index}`, name: 'T' }))],
    }),
  ],
];

export const templates: readonly ConformingVariant[] = shapes.map(([id, title, write]) => ({
  id: `templates-${id}`,
  title,
  decides: ['templates'],
  hooks: editBody('listTemplates', ({ templates: list }) => write(list as readonly Template[])),
}));
