/**
 * A refused request with the other key must have no effect. A run finds each such effect at any speed of the service: the times of
 * requests, responses and jobs are drawn by a seed.
 */
import { expect, test } from 'vitest';
import { mutants } from '../../mutants/mutants.js';
import type { Mutant, Need } from '../../mutants/mutant.js';
import type { Variation } from '../../mutants/plain-service/variation.js';
import { randomOf } from './random.js';
import { failuresOf } from '../proof.js';
import { checkVirtually } from '../virtual-run.js';

const isRefusedWithEffect = ({ id }: Mutant): boolean =>
  /^foreign-.*-(?:refused-and-done|removes-|empties-|publishes|moves-|restarts-)/.test(`${id}-`);

const harmful = mutants.filter(isRefusedWithEffect);

/** A run at a speed that the seed draws. */
async function runAt(
  seed: number,
  requestsPerMinute: number,
  variation: Variation = {},
  needs: readonly Need[] = [],
) {
  const random = randomOf(seed);
  const between = (least: number, most: number) => least + Math.floor(random() * (most - least));
  // A stage is shorter or longer than the interval between two polls, and so is a response.
  const stageMs = requestsPerMinute === 0 ? between(20, 500) : between(500, 5_000);
  const slowest = between(5, 400);
  const underWay = () => between(1, slowest);
  const { report } = await checkVirtually(
    [{ choices: { pace: { stageMs } } }, variation],
    needs,
    { requestsPerMinute, jobTimeout: 120_000 },
    { request: underWay, response: underWay },
  );
  return report;
}

async function isCaught({ apply, needs, sections }: Mutant, seed: number, rate: number): Promise<boolean> {
  const { rules } = await runAt(seed, rate, apply, needs);
  return rules.some((rule) => rule.outcome === 'fail' && rule.sections.some((one) => sections.includes(one)));
}

test('there are such mutants of presentations, of messages and of polls', () => {
  expect(harmful.map(({ id }) => id)).toEqual(
    expect.arrayContaining([
      'foreign-rename-refused-and-done',
      'foreign-message-refused-and-done',
      'foreign-poll-moves-the-job',
      'foreign-fetch-removes-the-presentation',
    ]),
  );
});

test.each(harmful.flatMap((mutant) => [0, 20].map((rate) => [mutant.id, rate, mutant] as const)))(
  '%s is a violation at every speed, at %d requests a minute',
  { timeout: 120_000 },
  async (_, rate, mutant) => {
    const missed: number[] = [];
    for (let seed = 1; seed <= 10; seed++) if (!(await isCaught(mutant, seed, rate))) missed.push(seed);
    expect(missed).toEqual([]);
  },
);

test('the honest service is not accused at any of these speeds', { timeout: 120_000 }, async () => {
  for (const rate of [0, 20])
    for (let seed = 1; seed <= 10; seed++) expect(failuresOf(await runAt(seed, rate))).toEqual([]);
});
