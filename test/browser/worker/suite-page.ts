/** The script of the page that runs the shared transport suite over its own worker. */
import { setupDeckhandWorker } from '../../../src/integrations/browser.js';
import { createDeckhand } from '../../../src/app/deckhand.js';
import { deckhandHandlers } from '../../../src/integrations/msw.js';
import { describeTransport } from '../../transports/transport-suite.js';
import { readResponse, type Transport } from '../../transports/transport-types.js';
import { runTests, type Outcome } from './vitest-in-page.js';

declare global {
  var outcomes: Promise<Outcome[]>;
}

const { mswWorker, start } = setupDeckhandWorker({ persist: false });
await start({ quiet: true });

/** The worker stays: starting one takes longer than a test. */
async function startMockServer(): Promise<Transport> {
  const deckhand = createDeckhand({ onUnhandledRequest: 'error' });
  mswWorker.resetHandlers(...deckhandHandlers(deckhand));
  return {
    deckhand,
    request: async (method, path, request) => readResponse(await fetch(path, { method, ...request })),
    close: async () => {},
  };
}

describeTransport('in a page', startMockServer, {
  abort: 'msw’s worker does not notify the page of an aborted request',
});
globalThis.outcomes = runTests();
