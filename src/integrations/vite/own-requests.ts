/**
 * Selects the requests to Vite's server that belong to the mock server, at the root and below Vite's base, and responds to
 * them.
 */
import type { RequestListener } from 'node:http';
import type { ControlOptions } from '../../server/control.js';
import type { Deckhand } from '../../app/deckhand.js';
import { apiPath, createDispatch, type DispatcherOptions } from '../../transports/http.js';
import { reportWhenDone, type PageRequest } from '../../server/page-request.js';
import { isPresentationPath } from '../../server/pages/presentation-path.js';

export interface OwnRequestsOptions {
  /** The base path of Vite's own URLs. It starts and ends with `/`. */
  readonly base: string;
  readonly control: ControlOptions;
  /** Called after the response to every request outside the API. */
  readonly onPage?: ((page: PageRequest) => void) | undefined;
  readonly dispatch: DispatcherOptions & { readonly onBug: (error: unknown) => void };
}

export interface OwnRequests {
  readonly isOurs: (url: string) => boolean;
  /** Responds to a request of the mock server. */
  readonly respond: RequestListener;
}

/** The base path of everything except the API and the presentations. */
const OWN_PAGES = '/_deckhand';

export function createOwnRequests(
  deckhand: Deckhand,
  { base, control, onPage, dispatch: dispatcherOptions }: OwnRequestsOptions,
): OwnRequests {
  const { directory, reach, service } = deckhand;
  const { onBug } = dispatcherOptions;
  const dispatch = createDispatch(service, dispatcherOptions);
  let pages: Promise<RequestListener> | undefined;
  const loadPages = (): Promise<RequestListener> =>
    (pages ??= import('../../server/page-routes.js').then(
      ({ createPages }) => createPages(deckhand, { ...control, onBug }) as RequestListener,
    ));
  const isPage = (url: string): boolean =>
    apiPath(url, OWN_PAGES) !== undefined || isPresentationPath(url, directory);
  /** The path at the mock server; undefined for other paths. */
  const ours = (url: string): string | undefined => {
    const below = base !== '/' && url.startsWith(base) ? url.slice(base.length - 1) : url;
    return [below, url].find((one) => reach.takesPath(one) || isPage(one));
  };
  return {
    isOurs: (url) => ours(url) !== undefined,
    respond: (request, response) => {
      const url = ours(request.url ?? '/') ?? '/';
      const path = reach.takesPath(url) ? apiPath(url, reach.basePath) : undefined;
      if (path !== undefined) return dispatch(request, response, path);
      if (onPage) reportWhenDone(request, response, onPage, service.redactor);
      const page = loadPages().then((respond) => respond(Object.assign(request, { url }), response));
      page.catch((error: unknown) => {
        onBug(error);
        response.destroy();
      });
    },
  };
}
