import { expect, test } from 'vitest';
import { reporters } from '../../../src/judge/index.js';
import { hostileReport } from '../report/hostile.js';
import { elementsOf, readMarkup, textOf, type Element } from '../report/read-markup.js';
import { baseline, fail, incomplete, pass, notCovered } from '../report/samples.js';

const read = (report: typeof pass) => {
  const root = readMarkup(reporters.junit(report));
  return { root, cases: elementsOf(root).filter(({ name }) => name === 'testcase') };
};
const caseOf = (cases: readonly Element[], id: string) =>
  cases.find(({ attributes }) => attributes.get('name')?.includes(id));
/** The output of the suite, with warnings and the outcome info. */
const outputOf = (report: typeof pass): string =>
  elementsOf(read(report).root)
    .filter(({ name }) => name === 'system-out')
    .map(textOf)
    .join('');
const namesIn = (element: Element | undefined) =>
  element?.children.flatMap((child) => (typeof child === 'string' ? [] : [child.name]));

test('a hostile report has only the elements of the format', () => {
  const names = new Set(elementsOf(read(hostileReport).root).map(({ name }) => name));
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

test('the totals match the cases', () => {
  for (const report of [pass, fail, notCovered, baseline, hostileReport]) {
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

test('a gap in coverage is one failing case, and a target that cannot be judged is an error', () => {
  const name = 'coverage is complete';
  expect(namesIn(caseOf(read(notCovered).cases, name))).toEqual(['error']);
  expect(namesIn(caseOf(read(incomplete).cases, name))).toEqual(['failure']);
  expect(namesIn(caseOf(read(fail).cases, name))).toEqual(['failure']);
  expect(namesIn(caseOf(read(pass).cases, name))).toEqual([]);
  expect(outputOf(pass)).toContain('Full profile: templates');
  const failures = read(incomplete).cases.filter((one) => namesIn(one)?.includes('failure'));
  expect(failures).toHaveLength(1);
});

test('a suppressed violation is skipped, and a baseline with an expired entry fails', () => {
  const { cases } = read(baseline);
  expect(namesIn(caseOf(cases, 'job/tokens-used-never-decreases'))).toEqual(['skipped']);
  expect(outputOf(baseline)).toContain('tokens_used decreases after a reply');
  const entries = cases.filter(({ attributes }) => attributes.get('classname') === 'baseline');
  expect(entries.map(namesIn)).toEqual([['failure']]);
});
