/** The handlers of an existing mock server, for msw 2 and 3. */
import { http, type HttpHandler } from 'msw';
import type { Deckhand } from '../../app/deckhand.js';
import { handleFetch } from '../../transports/fetch-handler.js';
import { getInterceptionProbe, createProbeResponse } from './interception-probe.js';

export interface HandlerOptions {
  /** The origin of the API, if the mock server does not have one. */
  readonly origin?: string | undefined;
  /** Whether the handlers respond now. Default: always. */
  readonly isEnabled?: () => boolean;
  /** Passes on the response to a request. */
  readonly watch?: (request: Request, response: Promise<Response>) => Promise<Response>;
}

/** Handlers for the requests that belong to the mock server: the seven operations and their preflights. */
export function createHandlers(
  deckhand: Deckhand,
  { origin, isEnabled = () => true, watch = (_, response) => response }: HandlerOptions = {},
): HttpHandler[] {
  const requestMatcher =
    origin === undefined ? deckhand.requestMatcher : deckhand.requestMatcher.withOrigin(origin);
  const probe = getInterceptionProbe(deckhand);
  return [
    http.all(
      ({ request: { url } }) => isEnabled() && (requestMatcher.matches(url) || probe.isProbeRequest(url)),
      ({ request }) => {
        probe.recordRequest();
        return probe.isProbeRequest(request.url)
          ? createProbeResponse()
          : watch(request, handleFetch(deckhand.service, request));
      },
    ),
  ];
}
