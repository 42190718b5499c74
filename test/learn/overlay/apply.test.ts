import { describe, expect, test } from 'vitest';
import { applyOverlay } from '../../../src/learn/overlay/apply.js';
import type { Action } from '../../../src/learn/overlay/overlay.js';

const document = {
  info: { title: 'Taxis', description: 'Old' },
  tags: [{ name: 'a' }, { name: 'b' }, { name: 'c' }],
  paths: {
    '/boats': { get: { summary: 'Boats', parameters: [{ name: 'filter', in: 'query' }] }, post: {} },
    '/it\'s "odd" \\ here': { get: { summary: 'Odd' } },
  },
};

const apply = (...actions: readonly Action[]) => applyOverlay(document, { actions });

describe('update', () => {
  test('merges objects, extends arrays inside, and replaces primitives', () => {
    const { document: made } = apply({
      target: "$.paths['/boats'].get",
      update: { summary: 'New', parameters: [{ name: 'page' }], 'x-new': { deep: [1] } },
    });
    expect(made).toMatchObject({
      paths: {
        '/boats': {
          get: {
            summary: 'New',
            parameters: [{ name: 'filter', in: 'query' }, { name: 'page' }],
            'x-new': { deep: [1] },
          },
        },
      },
    });
  });

  test('extends an array by a list or a single value', () => {
    const target = '$.tags';
    expect(
      apply({ target, update: { name: 'd' } }, { target, update: [{ name: 'e' }, { name: 'f' }] }).document,
    ).toMatchObject({
      tags: ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => ({ name })),
    });
  });

  test('replaces a primitive', () => {
    expect(apply({ target: '$.info.description', update: 'New' }).document).toMatchObject({
      info: { description: 'New' },
    });
  });

  test('gives every selected node its own copy of the value', () => {
    const { document: made } = apply({ target: '$.paths[*].get', update: { 'x-seen': { by: [] } } });
    const [one, other] = Object.values((made as typeof document).paths) as {
      get: { 'x-seen'?: { by: unknown[] } };
    }[];
    one?.get['x-seen']?.by.push(1);
    expect(other?.get['x-seen']).toEqual({ by: [] });
  });

  test.each([
    ['$.info', 'a string', 'the value "a string" cannot be merged into an object'],
    ['$.info', [1], 'an array cannot be merged into an object'],
    ['$.info.title', { a: 1 }, 'an object cannot be merged into the value "Taxis"'],
    ["$.paths['/boats'].get", { parameters: {} }, 'an object cannot be merged into an array at /parameters'],
  ])('fails on %s with %j', (target, update, message) => {
    expect(apply({ target, update }).failed).toEqual([{ action: 0, message }]);
  });
});

describe('remove', () => {
  test('removes nodes from objects and arrays', () => {
    const { document: made } = apply(
      { target: "$.tags[?@.name != 'b']", remove: true },
      { target: "$.paths['/boats'].post", remove: true },
    );
    expect(made).toMatchObject({ tags: [{ name: 'b' }] });
    expect(Object.keys((made as typeof document).paths['/boats'])).toEqual(['get']);
  });

  test('ignores an update in the same action', () => {
    expect(apply({ target: '$.info.title', remove: true, update: 'New' }).document).toMatchObject({
      info: { description: 'Old' },
    });
  });

  test('cannot remove the whole document', () => {
    expect(apply({ target: '$', remove: true }).failed).toHaveLength(1);
  });
});

describe('copy', () => {
  test('merges another node into the target', () => {
    const { document: made } = apply(
      { target: '$.paths', update: { '/ships': {} } },
      { target: "$.paths['/ships']", copy: "$.paths['/boats']" },
      { target: "$.paths['/ships'].get.summary", update: 'Ships' },
    );
    expect(made).toMatchObject({
      paths: { '/ships': { get: { summary: 'Ships' } }, '/boats': { get: { summary: 'Boats' } } },
    });
  });

  test('needs exactly one source node', () => {
    expect(apply({ target: '$.info', copy: '$.tags[*]' }).failed).toMatchObject([{ message: /selects 3/ }]);
  });
});

test('member names can have any characters', () => {
  const { document: made } = apply({
    target: "$.paths[?@.get.summary=='Odd'].get",
    update: { summary: 'Found' },
  });
  expect(made).toMatchObject({ paths: { '/it\'s "odd" \\ here': { get: { summary: 'Found' } } } });
});

test('an action without a match is listed as unused, and the others apply in order', () => {
  const { document: made, unused } = apply(
    { target: '$.nothing', update: 1 },
    { target: '$.info', update: { license: {} } },
    { target: '$.info.license', update: { name: 'MIT' } },
  );
  expect(unused).toEqual([{ action: 0, message: '$.nothing matches nothing in the document' }]);
  expect(made).toMatchObject({ info: { license: { name: 'MIT' } } });
});

test('the original document does not change', () => {
  const before = structuredClone(document);
  apply({ target: '$..*', remove: true });
  expect(document).toEqual(before);
});

test('a field named __proto__ is an ordinary field', () => {
  const { document: made } = apply({
    target: '$.info',
    update: JSON.parse('{"__proto__":{"polluted":true}}') as unknown,
  });
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  expect(Object.keys((made as typeof document).info)).toContain('__proto__');
});
