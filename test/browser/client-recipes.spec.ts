/** The recipes of examples/clients, in the situations that cost clients most. They violate no client rule. */
import { expect, test, type PlaywrightSandbox } from 'deckhand/playwright';
import { shownStatuses, startClient } from './playwright-fixture/client-page.js';
import { serveApp, type App } from './playwright-run.js';

let app: App;

test.beforeAll(async () => {
  app = await serveApp();
});
test.afterAll(() => app.close());

const RECIPES = ['tanstackQuery', 'swr', 'axios', 'rxjs'];

/** How the run ends, what the app showed, and the statuses of polls: `none` for a reset. */
interface Situation {
  readonly prepare: (deckhand: PlaywrightSandbox) => Promise<unknown>;
  readonly duration: string;
  readonly end: string;
  readonly shown: readonly string[];
  /** In this order, among others. */
  readonly failures: readonly (number | 'none')[];
}

const SITUATIONS: Readonly<Record<string, Situation>> = {
  'a slow job': {
    prepare: (deckhand) => deckhand.useScenario('slow-progress'),
    duration: '5m',
    end: 'completed',
    shown: ['generating', 'completed'],
    failures: [],
  },
  'a question': {
    prepare: (deckhand) => deckhand.useScenario('asks-a-question'),
    duration: '1m',
    end: 'completed',
    shown: ['generating', 'awaiting_input', 'generating', 'completed'],
    failures: [],
  },
  'a 429 with Retry-After, also for the start': {
    prepare: async (deckhand) => {
      await deckhand.useScenario('rate-limited');
      await deckhand.addFault({
        operation: 'startGeneration',
        response: { status: 429, retry_after: '7s' },
      });
    },
    duration: '2m',
    end: 'completed',
    shown: ['generating', 'completed'],
    failures: [429, 429, 429, 429, 429],
  },
  'a failure': {
    prepare: (deckhand) => deckhand.useScenario('timeout-failure'),
    duration: '1m',
    end: 'failed',
    shown: ['generating', 'failed'],
    failures: [],
  },
  'resets and a 502': {
    prepare: async (deckhand) => {
      // It lasts longer than the outage.
      await deckhand.useScenario({
        title: 'Half a minute',
        steps: [{ generate: { for: '30s' } }, { complete: {} }],
      });
      // The newest fault applies first.
      await deckhand.addFault({ operation: 'getGenerationStatus', response: { status: 502 } });
      await deckhand.addFault({ operation: 'getGenerationStatus', connection: 'reset', times: 2 });
    },
    duration: '2m',
    end: 'completed',
    shown: ['generating', 'completed'],
    failures: ['none', 'none', 502],
  },
};

/** Rules of every level. */
async function expectNoViolation(deckhand: PlaywrightSandbox): Promise<void> {
  const { rules } = await deckhand.clientReport({ timersFollowClock: true });
  expect(rules.length).toBeGreaterThan(15);
  expect(rules.filter(({ outcome }) => outcome !== 'pass' && outcome !== 'not-covered')).toEqual([]);
}

/** Of four pairs of a recipe and a situation, three are long: .ci/run has each recipe, and each situation. */
const tagOf = (recipe: number, situation: number) => ((recipe + situation) % 4 === 0 ? [] : ['@long']);

for (const [index, recipe] of RECIPES.entries()) {
  for (const [at, [name, { prepare, duration, end, shown, failures }]] of Object.entries(
    SITUATIONS,
  ).entries())
    test(`${recipe}, with ${name}`, { tag: tagOf(index, at) }, async ({ page, deckhand }) => {
      await prepare(deckhand);
      await startClient(page, deckhand, `run("${recipe}")`, app.url);
      await deckhand.clock.runFor(duration);
      expect(await page.title()).toBe(end);
      expect(await shownStatuses(page)).toEqual(shown);
      const polls = await deckhand.journal({ operation: 'getGenerationStatus' });
      const statuses = polls.map(({ response }) => response?.status ?? 'none');
      expect(statuses.filter((status) => status !== 200)).toEqual(failures);
      await expect(deckhand).toHaveReceived('startGeneration', { status: '2xx', times: 1 });
      await expectNoViolation(deckhand);
    });

  for (const [at, connection] of (['timeout', 'reset'] as const).entries())
    test(
      `${recipe} does not start a second job after a ${connection}`,
      { tag: tagOf(index, at) },
      async ({ page, deckhand }) => {
        await deckhand.addFault({ operation: 'startGeneration', connection });
        await startClient(page, deckhand, `run("${recipe}")`, app.url);
        await deckhand.clock.runFor('2m');
        expect(await page.title()).toMatch(/^error: /);
        await expect(deckhand).toHaveReceived('startGeneration', { times: 1 });
        await expectNoViolation(deckhand);
      },
    );
}
