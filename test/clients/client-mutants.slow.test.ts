import { expect, test } from 'vitest';
import { clientRules, judge } from '../../src/judge/index.js';
import { runClientScenario } from './client-scenario.js';
import { clientMutants } from './mutants/all-client-mutants.js';
import { runClient } from './run-case.js';

test.each(clientMutants)('$id breaks its rules and no other, however it is judged', async (mutant) => {
  const { broken, otherwise } = await runClient(mutant);
  expect(broken.toSorted()).toEqual(mutant.breaks.toSorted());
  expect(otherwise).toEqual([]);
});

/** Rules that fail only if one client certainly sent the requests. */
const RULES_ABOUT_INTERVALS = [
  'client/stops-polling-when-completed',
  'client/stops-polling-when-failed',
  'client/stops-polling-when-awaiting-input',
  'client/no-tight-polling-loop',
  'client/backs-off-after-failures',
  'client/honors-retry-after',
  'client/no-retry-on-permanent-error',
];

const intervalMutants = clientMutants.filter(
  ({ breaks, judging }) =>
    judging?.singleClient !== true && breaks.some((id) => RULES_ABOUT_INTERVALS.includes(id)),
);

test.each(intervalMutants)('$id is info without pages and connections', async (mutant) => {
  const exchanges = await runClientScenario(mutant);
  const recorded = exchanges.map(({ pageref: _page, connection: _connection, ...exchange }) => exchange);
  const verdicts = judge(recorded, { rules: clientRules, ...mutant.judging });
  const found = verdicts.filter(({ outcome }) => outcome !== 'pass' && outcome !== 'not-covered');
  expect(found.map(({ rule, outcome }) => [rule.id, outcome]).toSorted()).toEqual(
    mutant.breaks.map((id) => [id, 'info']).toSorted(),
  );
  for (const { findings } of found)
    expect(findings[0]?.message).toMatch(/; several clients may share this key, so it is not certain/);
});

/** Nobody can break advice: the rule only observes. Its own test shows when. */
const ADVICE = 'client/has-polling-timeout';

test('every client rule is broken by a mutant', () => {
  const broken = new Set([ADVICE, ...clientMutants.flatMap(({ breaks }) => breaks)]);
  expect(clientRules.map(({ id }) => id).filter((id) => !broken.has(id))).toEqual([]);
});

test('ids are kebab-case and unique, titles are sentences', () => {
  for (const { id, title } of clientMutants) {
    expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(title).toMatch(/^[A-Z].*\.$/);
  }
  expect(new Set(clientMutants.map(({ id }) => id)).size).toBe(clientMutants.length);
});
