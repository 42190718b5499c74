import { expect, test } from 'vitest';
import { reporters } from '../../../src/contract/index.js';
import { hostile } from './hostile.js';
import { elementsOf, readMarkup, textOf, type Element } from './read-markup.js';
import { baseline, fail, incomplete, pass, unreached } from './samples.js';

const read = (report: typeof pass) => {
  const root = readMarkup(reporters.junit(report));
  return { root, cases: elementsOf(root).filter(({ name }) => name === 'testcase') };
};
const caseOf = (cases: readonly Element[], id: string) =>
  cases.find(({ attributes }) => attributes.get('name')?.includes(id));
/** The output of the suite: warnings and observations. */
const outputOf = (report: typeof pass): string =>
  elementsOf(read(report).root)
    .filter(({ name }) => name === 'system-out')
    .map(textOf)
    .join('');
const namesIn = (element: Element | undefined) =>
  element?.children.flatMap((child) => (typeof child === 'string' ? [] : [child.name]));

test('every sample is well-formed XML, even with hostile strings', () => {
  for (const report of [pass, fail, unreached, baseline, hostile]) expect(() => read(report)).not.toThrow();
});

test('a hostile report has only the elements of the format', () => {
  const names = new Set(elementsOf(read(hostile).root).map(({ name }) => name));
  expect([...names].sort()).toEqual(
    [
      'testsuites',
      'testsuite',
      'properties',
      'property',
      'testcase',
      'failure',
      'error',
      'skipped',
      'system-out',
      'system-err',
    ].sort(),
  );
});

test('each rule is a test case of its topic', () => {
  const { cases } = read(pass);
  expect(cases.map(({ attributes }) => attributes.get('classname'))).toEqual([
    'evidence',
    'baseline',
    'operation',
    'job',
    'open',
    'limit',
  ]);
  expect(caseOf(cases, 'job/terminal-is-final')?.attributes.get('name')).toBe(
    'job/terminal-is-final: A finished job never changes',
  );
});

test('the totals match the cases', () => {
  for (const report of [pass, fail, unreached, baseline, hostile]) {
    const { root, cases } = read(report);
    const count = (name: string) =>
      String(cases.filter((element) => namesIn(element)?.includes(name)).length);
    // The schema of Ant allows no attributes there.
    expect([...root.attributes]).toEqual([]);
    for (const element of elementsOf(root).filter(({ name }) => name === 'testsuite')) {
      const { attributes } = element;
      expect(
        [...attributes.entries()].filter(([name]) => /^(tests|failures|errors|skipped)$/.test(name)),
      ).toEqual([
        ['tests', String(cases.length)],
        ['failures', count('failure')],
        ['errors', count('error')],
        ['skipped', count('skipped')],
      ]);
    }
  }
});

test('a broken promise is a failure with its evidence', () => {
  const element = caseOf(read(fail).cases, 'job/tokens-never-fall');
  expect(namesIn(element)).toEqual(['failure']);
  const text = element ? textOf(element) : '';
  expect(text).toContain('Expected       at least 310');
  expect(text).toContain('Got            12');
  expect(text).toContain('curl -i');
});

test('a rule with a bug is an error, and warnings and observations pass with their messages', () => {
  const { cases } = read(fail);
  expect(namesIn(caseOf(cases, 'wire/success-bodies-are-json'))).toEqual(['error']);
  expect(namesIn(caseOf(cases, 'presentation/updated-at'))).toEqual([]);
  expect(namesIn(caseOf(cases, 'open/template-list-shape'))).toEqual([]);
  expect(outputOf(fail)).toContain('updated_at has six decimal digits');
});

test('a rule that was not reached is skipped with its reason', () => {
  const [skipped] = elementsOf(read(pass).root).filter(({ name }) => name === 'skipped');
  expect(skipped?.attributes.get('message')).toBe('No request met a rate limit (--probe-rate-limit)');
});

test('missing evidence is one failing case, and a target that cannot be judged is an error', () => {
  const name = 'enough was seen for a verdict';
  expect(namesIn(caseOf(read(unreached).cases, name))).toEqual(['error']);
  expect(namesIn(caseOf(read(incomplete).cases, name))).toEqual(['failure']);
  expect(namesIn(caseOf(read(fail).cases, name))).toEqual(['failure']);
  expect(namesIn(caseOf(read(pass).cases, name))).toEqual([]);
  expect(outputOf(pass)).toContain('Full minimum: templates');
  const failures = read(incomplete).cases.filter((one) => namesIn(one)?.includes('failure'));
  expect(failures).toHaveLength(1);
});

test('an accepted violation is skipped, and a baseline with an expired or unused entry fails', () => {
  const { cases } = read(baseline);
  expect(namesIn(caseOf(cases, 'job/tokens-never-fall'))).toEqual(['skipped']);
  expect(outputOf(baseline)).toContain('tokens_used decreases after a reply');
  const entries = cases.filter(({ attributes }) => attributes.get('classname') === 'baseline');
  expect(entries.map(namesIn)).toEqual([['failure']]);
});
