import { expect, test } from 'vitest';
import { readOverlay } from '../../../src/learn/overlay/read.js';

const good = {
  overlay: '1.1.0',
  info: { title: 'Seen', version: '1' },
  extends: '../openapi/presentation-generation.v1.yaml',
  actions: [{ target: '$.info', update: { title: 'x' }, 'x-own': 1 }],
};

test('an overlay of any version 1 is valid', () => {
  for (const overlay of ['1.0.0', '1.1.0', '1.2.3'])
    expect(readOverlay({ ...good, overlay })).toHaveProperty('overlay');
});

test.each<[unknown, string, string]>([
  [[], '', 'This is not an overlay: expected an object.'],
  [{ openapi: '3.1.0' }, '', 'but an OpenAPI document'],
  [{ ...good, overlay: '2.0.0' }, '/overlay', 'The version cannot be "2.0.0".'],
  [{ ...good, overlay: 1.1 }, '/overlay', 'The version cannot be 1.1.'],
  [{ ...good, info: { title: 'x' } }, '/info', 'info needs the string version.'],
  [
    { ...good, extends: 'https://example.com/petstore.yaml' },
    '/extends',
    'The overlay is for another document',
  ],
  [{ ...good, actions: [] }, '/actions', 'actions must be a list of at least one action.'],
  [{ ...good, acions: [] }, '', 'Unknown field "acions".'],
  [{ ...good, actions: [{ update: 1 }] }, '/actions/0/target', 'target must be a string with a JSONPath.'],
  [
    { ...good, actions: [{ target: '$.[', update: 1 }] },
    '/actions/0/target',
    'target is not a JSONPath: $.[',
  ],
  [{ ...good, actions: [{ target: '$.a', copy: 'b' }] }, '/actions/0/copy', 'copy is not a JSONPath: b'],
  [{ ...good, actions: [{ target: '$.a' }] }, '/actions/0', 'The action has no effect.'],
  [
    { ...good, actions: [{ target: '$.a', remove: 'yes' }] },
    '/actions/0/remove',
    'remove must be true or false.',
  ],
  [
    { ...good, actions: [{ target: '$.a', update: 1, copy: '$.b' }] },
    '/actions/0',
    'The action has both update and copy.',
  ],
])('%j has a mistake with its place', (value, pointer, message) => {
  const read = readOverlay(value);
  expect('mistakes' in read && read.mistakes).toMatchObject([
    { pointer, message: expect.stringContaining(message) },
  ]);
});
