/**
 * Decides which requests the mock server responds to: those of the seven operations at its origin and base path. All other requests
 * belong to the application. Integrations ask it before they respond.
 */
import { basePath as documented, routes } from '../generated/routes.js';
import { getPath } from '../base/url-path.js';
import { parseBasePath, parseOrigin } from './options/urls.js';
import { throwInvalidOption } from './options/option-parsers.js';

/** What happens to requests below the base path that no operation has. */
export type UnhandledRequestStrategy = 'bypass' | 'error';

export interface RequestMatcherOptions {
  /** The origin of the API, such as `https://api.example.com`. Default: any origin. */
  readonly origin?: string;
  /** The path of the API. It ends in `/api/v1` and can have a prefix: `/backend/api/v1`. Default: `/api/v1`. */
  readonly basePath?: string;
  /**
   * What happens to other paths below the base path: `pass` leaves them to the application or the network, `throwInvalidOption` responds
   * with 404, so that a mistyped path does not send a key to the real service. Default: `pass`.
   */
  readonly onUnhandledRequest?: UnhandledRequestStrategy;
}

export class RequestMatcher {
  /** Undefined for any origin. */
  readonly origin: string | undefined;
  readonly basePath: string;
  /** Matches the paths that the mock server responds to, without a query. A `RegExp`, so that code in pages can use it, too. */
  readonly paths: RegExp;
  readonly #options: RequestMatcherOptions;

  /** @throws UserError when an option is wrong */
  constructor(options: RequestMatcherOptions) {
    const { origin, basePath = documented, onUnhandledRequest } = options;
    this.#options = options;
    this.origin = origin === undefined ? undefined : parseOrigin(origin);
    this.basePath = parseBasePath(basePath);
    const unknown = parseUnhandledRequestStrategy(onUnhandledRequest);
    const start = this.basePath.replaceAll('.', '\\.');
    this.paths = new RegExp(
      unknown === 'error'
        ? `^${start}(?:/|$)`
        : `^${start}(?:${REPEATED_BASE_PATH})?(?:${OPERATION_PATHS})/?$`,
    );
  }

  /** The same, for another origin. @throws UserError when it is wrong */
  withOrigin(origin: string): RequestMatcher {
    return new RequestMatcher({ ...this.#options, origin });
  }

  /** Whether the mock server responds to a request to this absolute URL, with any method. */
  matches(url: string | URL): boolean {
    const { origin, pathname } = typeof url === 'string' ? new URL(url) : url;
    return (this.origin === undefined || this.origin === origin) && this.paths.test(pathname);
  }

  /** Whether the mock server responds to a request of its own server. The origin does not matter. @param url a path, with or without a query */
  matchesPath(url: string): boolean {
    return this.paths.test(getPath(url));
  }
}

/** The paths of all operations below the base path. */
const OPERATION_PATHS = [
  ...new Set(routes.map(({ path }) => path.replaceAll(/\{\w+\}/g, '[^/]+').replaceAll('.', '\\.'))),
].join('|');

/** A repeated base path (`baseUrl + poll_url`) matches, to return an explaining 404. */
const REPEATED_BASE_PATH = documented.replaceAll('.', '\\.');

function parseUnhandledRequestStrategy(value: unknown): UnhandledRequestStrategy | undefined {
  if (value === undefined || value === 'bypass' || value === 'error') return value;
  return throwInvalidOption(value, 'onUnhandledRequest', 'Expected bypass or error.');
}
