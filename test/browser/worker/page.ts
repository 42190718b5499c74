/** The script of the test page: starts a mock server with the options in its URL, and exposes it to the test. */
import {
  setupDeckhandWorker,
  type DeckhandWorkerSetup,
  type SetupDeckhandWorkerOptions,
} from '../../../src/integrations/browser.js';
import '../../../src/integrations/browser/globals.js';

declare global {
  var setup: DeckhandWorkerSetup;
  var isReady: boolean | undefined;
  /** Whether the policy of the page allows eval. The policy does not apply to a test's own script. */
  var evaluates: boolean;
}

const options = new URLSearchParams(location.search).get('options');
globalThis.setup = setupDeckhandWorker(JSON.parse(options ?? '{}') as SetupDeckhandWorkerOptions);
await globalThis.setup.start({ quiet: true });

try {
  // oxlint-disable-next-line typescript/no-implied-eval -- to check that it is blocked
  globalThis.evaluates = Boolean(new Function('return 1'));
} catch {
  globalThis.evaluates = false;
}
globalThis.isReady = true;
