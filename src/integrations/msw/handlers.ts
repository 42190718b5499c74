/** The handlers of an existing stand-in, for msw 2 and 3. */
import { http, type HttpHandler } from 'msw';
import type { BareDeckhand } from '../../app/bare-deckhand.js';
import { respondToFetch } from '../../transports/fetch.js';

/**
 * Handlers for the requests that belong to the stand-in: the seven operations and their preflights.
 * @param origin the origin of the API, if the stand-in does not have one
 */
export function handlersOf(deckhand: BareDeckhand, origin?: string): HttpHandler[] {
  const reach = origin === undefined ? deckhand.reach : deckhand.reach.at(origin);
  return [
    http.all(
      ({ request }) => reach.takes(request.url),
      ({ request }) => respondToFetch(deckhand.service, request),
    ),
  ];
}
