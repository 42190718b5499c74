import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { reporters } from '../../../src/judge/index.js';
import { reportStyle } from '../../../src/generated/report-assets.js';
import { hostileReport } from '../report/hostile.js';
import { elementsOf, readMarkup, textOf } from '../report/read-markup.js';
import { baseline, fail, pass, notCovered } from '../report/samples.js';

const samples = { pass, fail, notCovered, baseline, hostile: hostileReport };
/** The style is a constant, which is no markup. */
const read = (report: typeof pass) => {
  const text = reporters.html(report);
  expect(text.split(reportStyle.text)).toHaveLength(2);
  return readMarkup(text.replace(reportStyle.text, ''), ['meta']);
};

test('the policy allows only this stylesheet, and no script', () => {
  const { text, hash } = reportStyle;
  expect(hash).toBe(`sha256-${createHash('sha256').update(text).digest('base64')}`);
  const policy = elementsOf(read(pass)).find(({ attributes }) => attributes.has('http-equiv'));
  expect(policy?.attributes.get('content')).toBe(
    `default-src 'none'; style-src '${reportStyle.hash}'; base-uri 'none'; form-action 'none'`,
  );
});

test('a hostile page has only the elements and attributes of a harmless page', () => {
  const kinds = (report: typeof pass) =>
    elementsOf(read(report)).flatMap(({ name, attributes }) => [
      name,
      ...[...attributes.keys()].map((key) => `${name} ${key}`),
    ]);
  const harmless = new Set([fail, baseline].flatMap(kinds));
  expect([...new Set(kinds(hostileReport))].filter((kind) => !harmless.has(kind))).toEqual([]);
});

test('a page has no script, loads no file and has no link', () => {
  for (const report of Object.values(samples)) {
    const all = elementsOf(read(report));
    for (const { name, attributes } of all) {
      expect(name).not.toMatch(/^(script|link|img|iframe|object|embed|form|base|a)$/);
      for (const key of attributes.keys()) {
        expect(key).not.toMatch(/^on|^style$|^src$|^href$/);
      }
    }
  }
});

test('a hostile string appears in the page as plain text', () => {
  expect(textOf(read(hostileReport))).toContain('<script>alert(1)</script> "><img src=x onerror=alert(1)>');
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

test('a rule is reached by its id, and a hostile id is not used', () => {
  const ids = (report: typeof pass) =>
    elementsOf(read(report)).flatMap(({ attributes }) => attributes.get('id') ?? []);
  expect(ids(fail)).toContain('job/error-only-when-failed');
  for (const id of ids(hostileReport)) expect(id).toMatch(/^[a-z-]+\/[a-z-]+$/);
  expect(new Set(ids(hostileReport)).size).toBe(ids(hostileReport).length);
});
