import { expect, test } from 'vitest';
import fc from '../fast-check.js';
import type { ClientContext } from './client-scenario.js';
import { runClient } from './run-case.js';
import type { SimulatedClient } from './simulated-client.js';
import type { ScenarioName } from '../../src/app/scenario-names.js';

/** Random behavior of a conforming client. */
interface ClientBehavior {
  /** Milliseconds between polls, and until the first one. */
  readonly wait: number;
  readonly begins: number;
  /** Milliseconds of delay, another one each time. */
  readonly jitter: readonly number[];
  /** The page reloads after this number of polls. */
  readonly reloads: readonly number[];
  readonly answers: boolean;
}

const manner = fc.record<ClientBehavior>({
  wait: fc.integer({ min: 2000, max: 10_000 }),
  begins: fc.integer({ min: 0, max: 20_000 }),
  jitter: fc.array(fc.integer({ min: 0, max: 900 }), { minLength: 3, maxLength: 7 }),
  reloads: fc.uniqueArray(fc.integer({ min: 1, max: 8 }), { maxLength: 2 }),
  answers: fc.boolean(),
});

const trouble = fc.constantFrom(
  { response: { status: 503 } },
  { response: { status: 429 } },
  { response: { status: 429, retry_after: '7s' } },
  { connection: 'reset' },
  { latency: '4s' },
);

const scenarios = [
  'happy-path',
  'slow-progress',
  'asks-twice',
  'timeout-failure',
  'rate-limited',
  'flaky-network',
];

async function followJob(
  me: SimulatedClient,
  id: string,
  { wait, begins, jitter, reloads, answers }: ClientBehavior,
): Promise<void> {
  await me.sleep(begins);
  let failures = 0;
  for (let polls = 1; polls < 120; polls += 1) {
    const late = jitter[polls % jitter.length] ?? 0;
    const { status, headers, body } = await me.poll(id);
    if (reloads.includes(polls)) await me.templates();
    if (status === 0 || status === 429 || status >= 500) {
      failures += 1;
      const told = Number(headers['Retry-After'] ?? 0) * 1000;
      await me.sleep(told > 0 ? told + late : Math.min(60_000, 2000 * 2 ** failures) + late);
      continue;
    }
    failures = 0;
    if (status >= 400 || body.status === 'completed' || body.status === 'failed') return;
    if (body.status === 'awaiting_input') {
      if (!answers) return;
      await me.sleep(5000 + late);
      await me.reply(id);
    }
    await me.sleep(wait + late);
  }
}

test('good clients with up to two tabs and three jobs each break no rule, whatever they do', async () => {
  const property = fc.asyncProperty(
    fc.constantFrom(...scenarios),
    fc.array(fc.array(manner, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 3 }),
    fc.option(
      fc.record({
        fault: trouble,
        after: fc.integer({ min: 0, max: 30_000 }),
        times: fc.integer({ min: 1, max: 9 }),
      }),
    ),
    async (scenario, jobs, injection) => {
      const act = ({ simulation, tab }: ClientContext) => [
        ...jobs.map(async (manners) => {
          const id = await tab().job();
          await Promise.all(manners.map((one) => followJob(tab(), id, one)));
        }),
        injection === null
          ? Promise.resolve()
          : simulation.sleep(injection.after).then(() =>
              simulation.control('addFault', {
                operation: 'getGenerationStatus',
                times: injection.times,
                ...injection.fault,
              }),
            ),
      ];
      const { broken, otherwise } = await runClient({
        id: 'any',
        title: 'Any.',
        scenario: scenario as ScenarioName,
        act,
      });
      expect(broken).toEqual([]);
      expect(otherwise).toEqual([]);
    },
  );
  await fc.assert(property, { numRuns: 60, seed: 2026 });
});
