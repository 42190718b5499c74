/**
 * `deckhand/playwright`: Playwright's `test` with a sandbox for each test, in process or on a running `deckhand serve`.
 * Pages need no change: their API requests go to the test's own sandbox, with any key.
 */
import { dirname } from 'node:path';
import { expect as baseExpect, test as base, type TestInfo } from '@playwright/test';
import { UserError } from '../base/user-error.js';
import type { BehavedOptions } from './behaved.js';
import type { DeckhandOptions } from '../app/deckhand.js';
import { withConfig, type ConfigOption } from '../app/config/with-config.js';
import { REACH_OPTIONS } from '../app/options/deckhand-options.js';
import { atServer } from './playwright/at-server.js';
import { DeckhandFixture } from './playwright/fixture.js';
import { inProcess } from './playwright/in-process.js';
import { reported } from './playwright/reportable.js';
import type { MockServer } from './playwright/mock-server.js';
import { unmetFaultsText } from './unmet-faults.js';
import { toHaveBehaved } from './playwright/to-have-behaved.js';
import { toHaveReceived } from './playwright/to-have-received.js';

export interface DeckhandTestOptions {
  /** The address of a running `deckhand serve`. Default: a mock server in process. */
  deckhandServer: string | undefined;
  /** The `--control-token` of that server. Default: the environment variable `DECKHAND_CONTROL_TOKEN`. */
  deckhandToken: string | undefined;
  /**
   * Options of the mock server in process. `origin`, `basePath` and `unknownPaths` also say which requests go to a running
   * server.
   */
  deckhandOptions: DeckhandOptions & ConfigOption;
  /** The URLs of pages' API requests. Default: the operations below `/api/v1`, on any origin, or as the options say. */
  deckhandApi: string | RegExp | undefined;
}

export interface DeckhandFixtures {
  /** The test's own sandbox. */
  deckhand: DeckhandFixture;
}

/** Aborted at the end of the test of a sandbox. */
const ends = new WeakMap<DeckhandFixture, AbortController>();

export const test = base.extend<DeckhandTestOptions & DeckhandFixtures>({
  deckhandServer: [undefined, { option: true }],
  deckhandToken: [process.env['DECKHAND_CONTROL_TOKEN'] || undefined, { option: true }],
  deckhandOptions: [{}, { option: true }],
  deckhandApi: [undefined, { option: true }],
  // Playwright does not see requests that a service worker handles.
  serviceWorkers: ['block', { scope: 'test', option: true } as { scope: 'test' }],

  deckhand: async ({ deckhandServer, deckhandToken, deckhandOptions, deckhandApi }, use, testInfo) => {
    const options = { server: deckhandServer, token: deckhandToken, own: deckhandOptions };
    const over = new AbortController();
    const deckhand = new DeckhandFixture(
      await reported(mockServerFor(options, testInfo)),
      deckhandApi,
      over.signal,
    );
    ends.set(deckhand, over);
    await use(deckhand);
    over.abort();
    if (testInfo.status !== testInfo.expectedStatus) await attachEvidence(deckhand, testInfo);
    await sayUnmetFaults(deckhand, testInfo).catch(ignoreMistake);
    await deckhand.reset().catch(ignoreMistake);
  },

  context: async ({ context, deckhand }, use) => {
    await deckhand.route(context);
    await use(context);
    // Before the context is closed: a response in progress could otherwise lose its page.
    ends.get(deckhand)?.abort();
  },
});

export const expect = baseExpect.extend({ toHaveBehaved, toHaveReceived });

export type { BehavedOptions, DeckhandFixture };

interface Wanted {
  readonly server: string | undefined;
  readonly token: string | undefined;
  readonly own: DeckhandOptions & ConfigOption;
}

async function mockServerFor(
  { server, token, own }: Wanted,
  { title, config }: TestInfo,
): Promise<MockServer> {
  const folder = config.configFile === undefined ? config.rootDir : dirname(config.configFile);
  const { options: configured } = withConfig(own, folder);
  if (server === undefined) return inProcess(configured, title);
  const options = Object.entries(own).filter(([, value]) => value !== undefined);
  const option = options
    .map(([name]) => name)
    .find((name) => ![...REACH_OPTIONS, 'config'].some((one) => one === name));
  if (option === undefined) return atServer(server, token, configured, title);
  throw new UserError(
    'bad-option',
    `deckhandOptions has "${option}", but the mock server runs at ${server}.`,
    {
      hint: 'Start that server with the option, or have the test say what it needs: deckhand.use(…), deckhand.arm(…).',
    },
  );
}

/** Attaches the journal as HAR and the state of the sandbox to the report of a failed test. */
async function attachEvidence(workspace: DeckhandFixture, testInfo: TestInfo): Promise<void> {
  try {
    const [har, state] = [await workspace.har(), await workspace.save()];
    await attach(testInfo, 'deckhand-journal.har', har);
    await attach(testInfo, 'deckhand-moment.json', state);
  } catch (error) {
    // The report must show the test's own failure first, so a stopped server becomes only an annotation.
    if (!(error instanceof UserError)) throw error;
    testInfo.annotations.push({
      type: 'deckhand',
      description: `No journal and no saved state: ${error.message}`,
    });
  }
}

function attach(testInfo: TestInfo, name: string, document: object): Promise<void> {
  return testInfo.attach(name, {
    body: JSON.stringify(document, undefined, 2),
    contentType: 'application/json',
  });
}

/** In the terminal, and in the report. */
async function sayUnmetFaults(deckhand: DeckhandFixture, { annotations, title }: TestInfo): Promise<void> {
  const unmet = unmetFaultsText(await deckhand.faults());
  if (unmet === undefined) return;
  annotations.push({ type: 'deckhand', description: unmet });
  console.warn(`${title}: ${unmet}`);
}

/** If the server stopped before the end of a test, there is nothing to clean up. */
function ignoreMistake(error: unknown): void {
  if (!(error instanceof UserError)) throw error;
}
