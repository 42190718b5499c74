/** `deckhand/msw`: the stand-in as request handlers for msw 2 and 3, in Node or in a browser. */
import { http, type HttpHandler } from 'msw';
import { createDeckhand, Deckhand, type DeckhandOptions } from '../app/deckhand.js';
import { respondToFetch } from '../transports/fetch.js';

/**
 * Handlers for the requests that belong to the stand-in: the seven operations and their preflights. They do not match other
 * requests, unless `unknownPaths` is `refuse`.
 * @param options the options of the stand-in, or an existing stand-in
 * @param origin the origin of the API, such as `https://api.example.com`, if the stand-in does not have one
 * @throws UserError when an option is wrong
 */
export function deckhandHandlers(options: DeckhandOptions | Deckhand = {}, origin?: string): HttpHandler[] {
  const deckhand = options instanceof Deckhand ? options : createDeckhand(options);
  const reach = origin === undefined ? deckhand.reach : deckhand.reach.at(origin);
  return [
    http.all(
      ({ request }) => reach.takes(request.url),
      ({ request }) => respondToFetch(deckhand.service, request),
    ),
  ];
}
