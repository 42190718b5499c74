/** Selects the requests to Vite's server that belong to the mock server, at the root and below Vite's base, and responds to them. */
import type { RequestListener } from 'node:http';
import type { Deckhand } from '../../app/deckhand.js';
import type { ControlOptions } from '../../server/control/routes.js';
import { reportOnFinish, type PageRequest } from '../../server/log/page-request.js';
import { isDeckhandPath } from '../../server/pages/deckhand-path.js';
import { findWorkspaceByUrl } from '../../server/pages/workspace-of-url.js';
import { apiPath, createDispatch, type DispatcherOptions } from '../../transports/http-dispatcher.js';

export interface RequestRouterOptions {
  /** The base path of Vite's own URLs. It starts and ends with `/`. */
  readonly base: string;
  readonly control: ControlOptions;
  /** Called after the response to every request outside the API. */
  readonly onPage?: ((page: PageRequest) => void) | undefined;
  readonly dispatch: DispatcherOptions & { readonly onBug: (error: unknown) => void };
}

export interface RequestRouter {
  readonly isMockRequest: (url: string) => boolean;
  /** Responds to a request of the mock server. */
  readonly respond: RequestListener;
}

export function createRequestRouter(
  deckhand: Deckhand,
  { base, control, onPage, dispatch: dispatcherOptions }: RequestRouterOptions,
): RequestRouter {
  const { directory, requestMatcher, service } = deckhand;
  const { onBug } = dispatcherOptions;
  const dispatch = createDispatch(service, dispatcherOptions);
  let pages: Promise<RequestListener> | undefined;
  const loadPages = (): Promise<RequestListener> =>
    (pages ??= import('../../server/pages/routes.js').then(
      ({ createPageRoutes }) => createPageRoutes(deckhand, { ...control, onBug }) as RequestListener,
    ));
  const isPage = (url: string): boolean =>
    isDeckhandPath(url) || findWorkspaceByUrl(url, directory) !== undefined;
  /** The path at the mock server; undefined for other paths. */
  const toMockPath = (url: string): string | undefined => {
    const withoutBase = base !== '/' && url.startsWith(base) ? url.slice(base.length - 1) : url;
    return [withoutBase, url].find((path) => requestMatcher.matchesPath(path) || isPage(path));
  };
  return {
    isMockRequest: (url) => toMockPath(url) !== undefined,
    respond: (request, response) => {
      const url = toMockPath(request.url ?? '/') ?? '/';
      const path = requestMatcher.matchesPath(url) ? apiPath(url, requestMatcher.basePath) : undefined;
      if (path !== undefined) return dispatch(request, response, path);
      if (onPage) reportOnFinish(request, response, onPage, service);
      const page = loadPages().then((respond) => respond(Object.assign(request, { url }), response));
      page.catch((error: unknown) => {
        onBug(error);
        response.destroy();
      });
    },
  };
}
