/** Type tests: `tsc` checks them. `own-scenarios.d.ts` declares `mine` as a scenario of this project. */
import { describe, expect, expectTypeOf, it } from 'vitest';
import { createDeckhand, type DeckhandOptions } from '../../src/app/deckhand.js';
import type { ScenarioName } from '../../src/app/scenario-names.js';
import type { RemoteWorkspace, Workspace } from '../../src/index.js';
import type { SetupDeckhandWorkerOptions } from '../../src/integrations/browser.js';
import type { DeckhandMiddlewareOptions } from '../../src/integrations/express.js';
import type { deckhandHandlers } from '../../src/integrations/msw.js';
import type { SetupDeckhandOptions } from '../../src/integrations/node.js';
import type { DeckhandTestOptions } from '../../src/integrations/playwright.js';
import type { DeckhandPluginOptions } from '../../src/integrations/vite.js';
import type { VitestDeckhandOptions, DeckhandTestFixtures } from '../../src/integrations/vitest.js';

/** The options of each entry. */
type EntryOptions = {
  createDeckhand: Parameters<typeof createDeckhand>[0];
  deckhandHandlers: Exclude<Parameters<typeof deckhandHandlers>[0], { fetch: unknown }>;
  setupDeckhand: SetupDeckhandOptions;
  setupDeckhandWorker: SetupDeckhandWorkerOptions;
  middleware: DeckhandMiddlewareOptions;
  vite: DeckhandPluginOptions;
  playwright: DeckhandTestOptions['deckhandOptions'];
  vitest: VitestDeckhandOptions;
};

describe('the name of a scenario', () => {
  it('is that of a bundled one, or one that a declaration adds', () => {
    expectTypeOf<'happy-path' | 'mine'>().toExtend<ScenarioName>();
    expectTypeOf<'hapy-path'>().not.toExtend<ScenarioName>();
    expectTypeOf<string>().not.toExtend<ScenarioName>();
  });

  it('is checked in the options of every integration', () => {
    type Scenario = NonNullable<NonNullable<EntryOptions[keyof EntryOptions]>['scenario']>;
    expectTypeOf<Scenario>().toEqualTypeOf<NonNullable<DeckhandOptions['scenario']>>();
    expectTypeOf<'happy-path' | 'mine'>().toExtend<Scenario>();
    expectTypeOf<'hapy-path'>().not.toExtend<Scenario>();
  });

  it('is checked where a scenario is used', () => {
    type Used =
      | Parameters<(Workspace | RemoteWorkspace)['useScenario']>[0]
      | NonNullable<DeckhandTestFixtures['deckhandScenario']>;
    expectTypeOf<'happy-path' | 'mine' | './x.yaml'>().toExtend<Used>();
    expectTypeOf<{ yaml: string }>().toExtend<Used>();
    expectTypeOf<'hapy-path'>().not.toExtend<Used>();
    // @ts-expect-error: a typing error does not compile
    expect(() => createDeckhand({ scenario: 'hapy-path' })).toThrow('Did you mean happy-path?');
  });
});
