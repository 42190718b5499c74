/** `deckhand/msw`: the stand-in as request handlers for msw 2 and 3, in Node or in a browser. */
import { http, type HttpHandler } from 'msw';
import { routes } from '../generated/routes.js';
import { createDeckhand, Deckhand, type DeckhandOptions } from '../app/deckhand.js';
import { respondToFetch } from '../transports/fetch.js';

/**
 * Handlers for every operation, and one for all other paths below `/api/v1`.
 * @param options the options of the stand-in, or an existing stand-in
 * @param origin the origin of the API under test, such as `https://api.example.com`. Default: any origin
 * @throws UserError when an option is wrong
 */
export function deckhandHandlers(options: DeckhandOptions | Deckhand = {}, origin = '*'): HttpHandler[] {
  const deckhand = options instanceof Deckhand ? options : createDeckhand(options);
  const base = `${origin.replace(/\/+$/, '')}${deckhand.service.world.basePath}`;
  const resolve = ({ request }: { request: Request }): Promise<Response> =>
    respondToFetch(deckhand.service, request);
  const methods = { GET: http.get, POST: http.post, PATCH: http.patch };
  const operations = routes.map(({ method, path }) =>
    methods[method](base + path.replaceAll(/\{(\w+)\}/g, ':$1'), resolve),
  );
  return [...operations, http.all(base, resolve), http.all(`${base}/*`, resolve)];
}
