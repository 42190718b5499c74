/** The handlers of an existing mock server, for msw 2 and 3. */
import { http, type HttpHandler } from 'msw';
import type { DeckhandCore } from '../../app/deckhand-core.js';
import { handleFetch } from '../../transports/fetch-handler.js';
import { probeFor, probeResponse } from './interception-probe.js';

export interface HandlerOptions {
  /** The origin of the API, if the mock server does not have one. */
  readonly origin?: string | undefined;
  /** Whether the handlers take requests at the moment. Default: always. */
  readonly isEnabled?: () => boolean;
}

/** Handlers for the requests that belong to the mock server: the seven operations and their preflights. */
export function createHandlers(
  deckhand: DeckhandCore,
  { origin, isEnabled = () => true }: HandlerOptions = {},
): HttpHandler[] {
  const reach = origin === undefined ? deckhand.requestMatcher : deckhand.requestMatcher.withOrigin(origin);
  const arrivals = probeFor(deckhand);
  return [
    http.all(
      ({ request: { url } }) => isEnabled() && (reach.matches(url) || arrivals.isProbeRequest(url)),
      ({ request }) => {
        arrivals.recordRequest();
        return arrivals.isProbeRequest(request.url)
          ? probeResponse()
          : handleFetch(deckhand.service, request);
      },
    ),
  ];
}
