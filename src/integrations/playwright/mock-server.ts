/** The mock server that has a test's sandbox: in the process of the test, or a running server. */
import type { SendControlRequest } from '../../app/remote-workspace.js';
import type { RequestMatcher } from '../../app/request-matcher.js';

export interface MockServer {
  /** Runs operations of the control API. */
  readonly send: SendControlRequest;
  /** Opens the sandbox of this test. */
  readonly apiKey: string;
  /** Matches the requests of pages that the mock server handles. */
  readonly requestMatcher: RequestMatcher;
  /** The base path of the mock server's API. Requests of pages are sent there, with any base path at the pages' origin. */
  readonly basePath: string;
  /** Scheme, host and port. In process, no server listens there. */
  readonly origin: string;
  /**
   * The origin to which a page's API request is sent.
   * @param origin the origin at which the page expects the API
   */
  originFor(origin: string): string;
  /** Responds to API requests, and serves presentations. */
  fetch(this: void, request: Request): Promise<Response>;
}
