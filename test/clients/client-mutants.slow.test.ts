import { expect, test } from 'vitest';
import { clientRules } from '../../src/judge/index.js';
import { clientMutants } from './mutants/all-client-mutants.js';
import { runClient } from './run-case.js';

test.each(clientMutants)('$id breaks its rules and no other, however it is judged', async (mutant) => {
  const { broken, otherwise } = await runClient(mutant);
  expect(broken.toSorted()).toEqual(mutant.breaks.toSorted());
  expect(otherwise).toEqual([]);
});

test.each(clientMutants.filter(({ judging }) => !judging?.singleClient))(
  '$id breaks its rules with no other severity than info if a browser was recorded without its pages',
  async (mutant) => {
    const exchanges = await runClientScenario(mutant);
    const recorded = exchanges.map(({ pageref: _page, connection: _connection, ...exchange }) => exchange);
    const verdicts = judge(recorded, { rules: clientRules, ...mutant.judging });
  },
);

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
