/** The handlers of an existing mock server, for msw 2 and 3. */
import { http, type HttpHandler } from 'msw';
import type { BareDeckhand } from '../../app/bare-deckhand.js';
import { respondToFetch } from '../../transports/fetch.js';
import { arrivalsOf, arrived } from './arrivals.js';

export interface HandlerOptions {
  /** The origin of the API, if the mock server does not have one. */
  readonly origin?: string | undefined;
  /** Whether the handlers take requests at the moment. Default: always. */
  readonly isOn?: () => boolean;
}

/** Handlers for the requests that belong to the mock server: the seven operations and their preflights. */
export function handlersOf(
  deckhand: BareDeckhand,
  { origin, isOn = () => true }: HandlerOptions = {},
): HttpHandler[] {
  const reach = origin === undefined ? deckhand.reach : deckhand.reach.at(origin);
  const arrivals = arrivalsOf(deckhand);
  return [
    http.all(
      ({ request: { url } }) => isOn() && (reach.takes(url) || arrivals.isProbe(url)),
      ({ request }) => {
        arrivals.note();
        return arrivals.isProbe(request.url) ? arrived() : respondToFetch(deckhand.service, request);
      },
    ),
  ];
}
