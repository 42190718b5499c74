/** The mock server in the test's own process. It opens no port. */
import { createDeckhand, type DeckhandOptions } from '../../app/deckhand.js';
import { needOrigin } from '../../app/options/address.js';
import { asInUrl } from '../../app/send.js';
import { runVerb } from '../../server/control/verbs.js';
import { presentationPage } from '../../server/pages/presentation-page.js';
import { sandboxKey } from '../sandbox-key.js';
import type { MockServer } from './mock-server.js';

/** @throws UserError when an option is wrong */
export function inProcess(options: DeckhandOptions, title: string): MockServer {
  const address = options.origin === undefined ? 'http://127.0.0.1:4010' : needOrigin(options.origin);
  // Presentations have the origin at which the pages expect the API.
  let origin = address;
  const deckhand = createDeckhand({ publicUrl: () => origin, ...options });
  return {
    send: async (id, { params = {}, query = {}, body }) =>
      runVerb(deckhand, id, { params, query: asInUrl(query), body }),
    // No other tests use this mock server, so the title is enough: the same test gets the same random values in every run.
    key: sandboxKey(title),
    reach: deckhand.reach,
    basePath: deckhand.reach.basePath,
    address,
    originFor: (believed) => (origin = believed),
    async fetch(request) {
      const [, workspace, id] = /^\/view\/([^/]+)\/([^/]+)$/.exec(new URL(request.url).pathname) ?? [];
      if (workspace === undefined || id === undefined) return deckhand.fetch(request);
      const { status, html, headers } = presentationPage(deckhand, workspace, id);
      return new Response(html, { status, headers });
    },
  };
}
