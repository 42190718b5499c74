import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { reporters } from '../../../src/contract/index.js';
import { style, styleHash } from '../../../src/contract/report/html/style.js';
import { hostile } from './hostile.js';
import { elementsOf, readMarkup, textOf } from './read-markup.js';
import { baseline, fail, pass, unreached } from './samples.js';

const samples = { pass, fail, unreached, baseline, hostile };
const read = (report: typeof pass) => readMarkup(reporters.html(report), ['meta', 'br']);

test('the policy allows only this stylesheet', () => {
  expect(styleHash).toBe(`sha256-${createHash('sha256').update(style).digest('base64')}`);
  const policy = elementsOf(read(pass)).find(({ attributes }) => attributes.has('http-equiv'));
  expect(policy?.attributes.get('content')).toBe(
    `default-src 'none'; style-src '${styleHash}'; base-uri 'none'; form-action 'none'`,
  );
});

test.each(Object.entries(samples))('the %s page is well-formed', (_, report) => {
  expect(() => read(report)).not.toThrow();
});

test('a hostile page has only the elements and attributes of a harmless page', () => {
  const kinds = (report: typeof pass) =>
    elementsOf(read(report)).flatMap(({ name, attributes }) => [
      name,
      ...[...attributes.keys()].map((key) => `${name} ${key}`),
    ]);
  const harmless = new Set([fail, baseline].flatMap(kinds));
  expect([...new Set(kinds(hostile))].filter((kind) => !harmless.has(kind))).toEqual([]);
});

test('a page runs no script, loads no file and links to no other page', () => {
  for (const report of Object.values(samples)) {
    for (const { name, attributes } of elementsOf(read(report))) {
      expect(name).not.toMatch(/^(script|link|img|iframe|object|embed|form|base|a:)$/);
      for (const [key, value] of attributes) {
        expect(key).not.toMatch(/^on|^style$|^src$/);
        if (key === 'href') expect(value).toMatch(/^#[a-z-]+$/);
      }
    }
  }
});

test('all links within a page have a target, and ids are unique', () => {
  for (const report of Object.values(samples)) {
    const all = elementsOf(read(report)).map(({ attributes }) => attributes);
    const ids = all.flatMap((attributes) => attributes.get('id') ?? []);
    expect(new Set(ids).size).toBe(ids.length);
    for (const attributes of all) {
      const href = attributes.get('href');
      if (href !== undefined) expect(ids).toContain(href.slice(1));
      const label = attributes.get('aria-labelledby');
      if (label !== undefined) expect(ids).toContain(label);
    }
  }
});

test('a hostile string appears in the page as plain text', () => {
  expect(textOf(read(hostile))).toContain('<script>alert(1)</script> "><img src=x onerror=alert(1)>');
});

test('a job chart has a mark with a title for every poll and message', () => {
  const charts = elementsOf(read(fail)).filter(({ attributes }) => attributes.get('class') === 'trace');
  expect(charts).toHaveLength(2);
  const titles = charts.map((chart) =>
    elementsOf(chart)
      .filter(({ name }) => name === 'title')
      .map(textOf),
  );
  expect(titles).toEqual([
    [
      '3.0 s: started',
      '6.0 s: awaiting_input',
      '9.0 s: message, response 202',
      '1 min 0 s: generating, 2 of 8 slides, 12 tokens',
      '1 min 34 s: completed, 1239 tokens',
    ],
    ['1 min 34 s: no state (timeout)'],
  ]);
});

test('headings never skip a level', () => {
  for (const report of Object.values(samples)) {
    const levels = elementsOf(read(report)).flatMap(({ name }) =>
      /^h\d$/.test(name) ? [Number(name[1])] : [],
    );
    for (const [index, level] of levels.entries())
      expect(level - (levels[index - 1] ?? 0)).toBeLessThanOrEqual(1);
  }
});

test('the chart of a job with ten thousand polls shows only its start and end', () => {
  const polls = Array.from({ length: 10_000 }, (_, index) => ({
    exchange: 1,
    at: index * 10,
    status: 'generating',
  }));
  const traces = Array.from({ length: 50 }, (_, index) => ({ id: `gen_${index}`, polls, messages: [] }));
  expect(reporters.html({ ...pass, traces }).length).toBeLessThan(6_000_000);
});
