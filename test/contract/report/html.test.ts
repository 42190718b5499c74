import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { reporters } from '../../../src/contract/index.js';
import { reportScript, reportStyle } from '../../../src/generated/report-files.js';
import { hostile } from './hostile.js';
import { largeReport } from './large-report.js';
import { elementsOf, readMarkup, textOf } from './read-markup.js';
import { baseline, fail, pass, unreached } from './samples.js';

const samples = { pass, fail, unreached, baseline, hostile };
/** Script and style are constants, which are no markup. */
const read = (report: typeof pass) => {
  const text = reporters.html(report);
  for (const inline of [reportScript.text, reportStyle.text]) expect(text.split(inline)).toHaveLength(2);
  return readMarkup(text.replace(reportScript.text, '').replace(reportStyle.text, ''), [
    'meta',
    'br',
    'input',
  ]);
};

test('the policy allows only this stylesheet and this script', () => {
  for (const { text, hash } of [reportScript, reportStyle])
    expect(hash).toBe(`sha256-${createHash('sha256').update(text).digest('base64')}`);
  const policy = elementsOf(read(pass)).find(({ attributes }) => attributes.has('http-equiv'));
  expect(policy?.attributes.get('content')).toBe(
    `default-src 'none'; style-src '${reportStyle.hash}'; script-src '${reportScript.hash}'; base-uri 'none'; form-action 'none'`,
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

test('a page has one script, loads no file and links to no other page', () => {
  for (const report of Object.values(samples)) {
    const all = elementsOf(read(report));
    expect(all.filter(({ name }) => name === 'script')).toHaveLength(1);
    for (const { name, attributes } of all) {
      expect(name).not.toMatch(/^(link|img|iframe|object|embed|form|base|a:)$/);
      for (const [key, value] of attributes) {
        expect(key).not.toMatch(/^on|^style$|^src$/);
        if (key === 'href') expect(value).toMatch(/^#[a-z][a-z0-9./-]*$/);
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

test('a report with 2,000 exchanges stays small', () => {
  expect(reporters.html(largeReport).length).toBeLessThan(8_000_000);
});

test('a rule is reached by its id, and a hostile id is not used', () => {
  const ids = (report: typeof pass) =>
    elementsOf(read(report)).flatMap(({ attributes }) => attributes.get('id') ?? []);
  expect(ids(fail)).toContain('job/error-only-in-its-states');
  expect(ids(fail)).toContain('section-4.5');
  for (const id of ids(hostile)) expect(id).toMatch(/^[a-z-]+(?:-\d+)?$/);
});

test('a section with rules that were not reached has a partial mark and the counts instead of a tick', () => {
  const rule = { ...pass.rules.find(({ outcome }) => outcome === 'pass')!, sections: ['4.6'] };
  const rules = [rule, { ...rule, id: 'a/b', outcome: 'not-reached' as const }];
  const link = (report: typeof pass): string =>
    /<li><a href="#section-4\.6">.*<\/li>/.exec(reporters.html(report))?.[0] ?? '';
  expect(link({ ...pass, rules })).toMatch(/#icon-partly.*title="1 of 2 rules reached">1\/2</);
  expect(link({ ...pass, rules: [rule] })).toMatch(/#icon-pass"(?!.*rules reached)/);
});
