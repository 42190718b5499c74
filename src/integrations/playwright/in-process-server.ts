/** The mock server in the process of the test. It opens no port. */
import { createDeckhand, type DeckhandOptions } from '../../app/deckhand.js';
import { parseOrigin } from '../../app/options/urls.js';
import { toQueryStrings } from '../../app/control-client.js';
import { runControlOperation } from '../../service/control/control-operations.js';
import { renderPresentationPage } from '../../server/pages/presentation-page.js';
import { buildSandboxKey } from '../sandbox-key.js';
import type { MockServer } from './mock-server.js';

/** @throws UserError when an option is invalid */
export function createInProcessServer(options: DeckhandOptions, title: string): MockServer {
  const defaultOrigin = options.origin === undefined ? 'http://127.0.0.1:4010' : parseOrigin(options.origin);
  // The URLs of presentations have the origin at which the pages expect the API.
  let origin = defaultOrigin;
  const deckhand = createDeckhand({ publicUrl: () => origin, ...options });
  return {
    send: async (id, { params = {}, query = {}, body }) =>
      runControlOperation(deckhand.control, id, { params, query: toQueryStrings(query), body }),
    // Only this test uses the mock server, so the title is enough: the test gets the same random values in every run.
    apiKey: buildSandboxKey(title),
    requestMatcher: deckhand.requestMatcher,
    basePath: deckhand.requestMatcher.basePath,
    origin: defaultOrigin,
    originFor: (pageOrigin) => (origin = pageOrigin),
    async fetch(request) {
      const [, workspace, id] = /^\/view\/([^/]+)\/([^/]+)$/.exec(new URL(request.url).pathname) ?? [];
      if (workspace === undefined || id === undefined) return deckhand.fetch(request);
      const { status, html, headers } = renderPresentationPage(deckhand, workspace, id);
      return new Response(html, { status, headers });
    },
  };
}
