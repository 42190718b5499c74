/** The mock server that has a test's sandbox: in the test's own process, or on a running server. */
import type { SendControlRequest } from '../../app/remote-workspace.js';
import type { RequestMatcher } from '../../app/request-matcher.js';

export interface MockServer {
  /** Runs the verbs of the workspace. */
  readonly send: SendControlRequest;
  /** Opens the sandbox of this test. */
  readonly apiKey: string;
  /** Which requests of pages belong to the mock server. */
  readonly requestMatcher: RequestMatcher;
  /** The path of the mock server's API. Requests of pages go there, whatever path they have at the pages' origin. */
  readonly basePath: string;
  /** Scheme, host and port. In process no server listens there. */
  readonly origin: string;
  /**
   * The origin that a page's API request goes to.
   * @param origin the origin at which the page expects the API
   */
  originFor(origin: string): string;
  /** Responds to API requests, and serves presentations. */
  fetch(this: void, request: Request): Promise<Response>;
}
