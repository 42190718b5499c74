import { expect, test } from 'vitest';
import { createBodies, fillPlaceholders, messageBodies } from '../../../src/contract/explore/bodies.js';
import { settingsOf } from '../../../src/contract/explore/options.js';
import { firstTemplateId } from '../../../src/contract/explore/templates.js';

test.each([
  [[{ id: 'a' }, { id: 'b' }], 'a'],
  [{ templates: [{ id: 'a', name: 'A' }] }, 'a'],
  [{ data: { items: [{ template_id: 'a' }] } }, 'a'],
  [{ total: 2, results: [{ uuid: 'a' }], next: null }, 'a'],
  [['a', 'b'], 'a'],
  [{ a: { name: 'A' }, b: { name: 'B' } }, 'a'],
  [{ a: {}, b: {} }, 'a'],
  [[{ id: 7 }], '7'],
  [{ data: [{ attributes: { x: 1 }, id: 'a' }] }, 'a'],
])('in %j the first template is %s', (list, id) => expect(firstTemplateId(list)).toBe(id));

test.each([[[]], [{}], [{ templates: [] }], [null], ['x'], [7]])('in %j there is no template', (list) => {
  expect(firstTemplateId(list)).toBeUndefined();
});

test('placeholders are replaced in all strings, and nothing else changes', () => {
  const body = { input: [{ text: 'so: {{message}}' }], '{{message}}': 1, other: '{{toString}}' };
  expect(fillPlaceholders(body, { message: 'yes' })).toEqual({
    input: [{ text: 'so: yes' }],
    '{{message}}': 1,
    other: '{{toString}}',
  });
});

test('a given body is the only one to try', () => {
  const settings = settingsOf({
    baseUrl: 'http://x',
    apiKey: 'k',
    replyBody: { say: '{{message}}' },
    createBody: { t: '{{template_id}}' },
  });
  expect(messageBodies(settings, 'yes')).toEqual([{ say: 'yes' }]);
  expect(createBodies(settings, 'tpl', 'title')).toEqual([{ t: 'tpl' }]);
});
