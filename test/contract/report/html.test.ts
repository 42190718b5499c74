import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { reporters } from '../../../src/contract/index.js';
import { reportScript, reportStyle } from '../../../src/generated/report-files.js';
import { hostile } from './hostile.js';
import { largeReport } from './large-report.js';
import { elementsOf, readMarkup, textOf } from './read-markup.js';
import { recording } from './sample-recording.js';
import { baseline, fail, pass, unreached } from './samples.js';

const samples = { pass, fail, unreached, baseline, recording, hostile };
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

test('a job chart has a mark with a title for every event, and a triangle where something went wrong', () => {
  const charts = elementsOf(read(fail)).filter(({ attributes }) => attributes.get('class') === 'trace');
  expect(charts).toHaveLength(2);
  const titles = charts.map((chart) => [
    ...new Set(
      elementsOf(chart)
        .filter(({ name }) => name === 'title')
        .map(textOf),
    ),
  ]);
  expect(titles).toEqual([
    [
      '0 ms: start → 202, generating',
      '3.0 s: poll → awaiting_input: "For whom?"',
      '6.0 s: reply "City officials" → 202',
      '57.0 s: 7 polls, every 3.0 s → generating, 2 to 6 of 8 slides, 12 tokens',
      '1 min 31 s: poll → completed, 1,239 tokens',
    ],
    ['0 ms: poll → a timeout, slow: 20.0 s', '20.9 s: poll → 429, retry after 5 s'],
  ]);
  const marks = charts.map((chart) =>
    elementsOf(chart).filter(({ attributes }) => attributes.get('class') === 'mark trouble'),
  );
  expect(marks.map(({ length }) => length)).toEqual([0, 2]);
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
