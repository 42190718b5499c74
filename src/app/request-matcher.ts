/** Matches requests to the seven operations at its origin and base path. */
import { basePath as DOCUMENTED_BASE_PATH, routes } from '../generated/routes.js';
import { getPath } from '../base/url-path.js';
import { parseBasePath, parseOrigin } from './options/urls.js';
import { throwInvalidOption } from './options/option-parsers.js';

/** The paths of all operations below the base path. */
const OPERATION_PATHS = [
  ...new Set(routes.map(({ path }) => path.replaceAll(/\{\w+\}/g, '[^/]+').replaceAll('.', '\\.'))),
].join('|');

/** A repeated base path (`baseUrl + poll_url`) matches, to return an explaining 404. */
const REPEATED_BASE_PATH = DOCUMENTED_BASE_PATH.replaceAll('.', '\\.');

/** What happens to requests below the base path that match no operation. */
export type UnhandledRequestStrategy = 'bypass' | 'error';

export interface RequestMatcherOptions {
  /** The origin of the API, such as `https://api.example.com`. Default: any origin. */
  readonly origin?: string;
  /** The path of the API. It ends in `/api/v1` and can have a prefix: `/backend/api/v1`. Default: `/api/v1`. */
  readonly basePath?: string;
  /**
   * What happens to other paths below the base path: `bypass` leaves them to the application or the network, `error` responds
   * with 404, so that a mistyped path does not send a key to the real service. Default: `bypass`.
   */
  readonly onUnhandledRequest?: UnhandledRequestStrategy;
}

export class RequestMatcher {
  /** Undefined for any origin. */
  readonly origin: string | undefined;
  readonly basePath: string;
  /** Matches the paths of mocked requests, without a query. A `RegExp`, because code in pages uses its source. */
  readonly paths: RegExp;
  readonly #options: RequestMatcherOptions;

  /** @throws UserError when an option is invalid */
  constructor(options: RequestMatcherOptions) {
    const { origin, basePath = DOCUMENTED_BASE_PATH, onUnhandledRequest } = options;
    this.#options = options;
    this.origin = origin === undefined ? undefined : parseOrigin(origin);
    this.basePath = parseBasePath(basePath);
    const strategy = parseUnhandledRequestStrategy(onUnhandledRequest);
    const start = this.basePath.replaceAll('.', '\\.');
    this.paths = new RegExp(
      strategy === 'error'
        ? `^${start}(?:/|$)`
        : `^${start}(?:${REPEATED_BASE_PATH})?(?:${OPERATION_PATHS})/?$`,
    );
  }

  /** The same matcher for another origin. @throws UserError when the origin is invalid */
  withOrigin(origin: string): RequestMatcher {
    return new RequestMatcher({ ...this.#options, origin });
  }

  /** Whether the mock server responds to a request to this absolute URL, with any method. */
  matches(url: string | URL): boolean {
    const { origin, pathname } = typeof url === 'string' ? new URL(url) : url;
    return (this.origin === undefined || this.origin === origin) && this.paths.test(pathname);
  }

  /** As `matches`, but for any origin. @param url a path, with or without a query */
  matchesPath(url: string): boolean {
    return this.paths.test(getPath(url));
  }
}

function parseUnhandledRequestStrategy(value: unknown): UnhandledRequestStrategy | undefined {
  if (value === undefined || value === 'bypass' || value === 'error') return value;
  return throwInvalidOption(value, 'onUnhandledRequest', 'Expected bypass or error.');
}
