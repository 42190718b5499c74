/** Finds template ids in lists whose shape the spec does not show. Sections 2.3 and 4.1. */
import { expect, test } from 'vitest';
import { findTemplateIds } from '../../../src/judge/rules/checks/template-ids.js';

test.each([
  [{ templates: [{ id: 'a', name: 'A' }] }, 'a'],
  [{ total: 2, results: [{ uuid: 'a' }], next: null }, 'a'],
  [['a', 'b'], 'a'],
  [{ a: { name: 'A' }, b: { name: 'B' } }, 'a'],
  [[{ id: 7 }], '7'],
  [{ data: [{ attributes: { x: 1 }, id: 'a' }] }, 'a'],
  [{ _links: { self: '/x' }, debug: [{ id: 'd' }], templates: [{ id: 'a', name: 'A' }] }, 'a'],
  [{ categories: [{ id: 'c', name: 'C', templates: [{ id: 'a' }] }] }, 'a'],
  [{ business: [{ id: 'a' }], education: [{ id: 'b' }] }, 'a'],
  [{ templates: { tpl_1: 'Pitch', tpl_2: 'Report' } }, 'tpl_1'],
  [{ edges: [{ node: { id: 'a' }, cursor: 'c' }], pageInfo: {} }, 'a'],
  [{ included: [{ type: 'category', id: 'c' }], data: [{ type: 'template', id: 'a' }] }, 'a'],
  [[{ title: 'A pitch', short: 'a' }], 'a'],
  [[{ id: '', slug: 'a' }], 'a'],
])('in %j the first template is %s', (list, id) => expect(findTemplateIds(list)[0]).toBe(id));

test.each([
  [{ data: { id: 'a', name: 'A' } }, ['a', 'A']],
  [{ data: { items: { a: {}, b: {} } }, meta: { page: {} } }, ['a', 'b']],
])('does not take the names of usual fields in %j for templates', (list, ids) =>
  expect(findTemplateIds(list)).toEqual(ids),
);

test.each([[[]], [{}], [{ templates: [] }], [null], ['x'], [7]])('in %j there is no template', (list) => {
  expect(findTemplateIds(list)).toEqual([]);
});
