/** What a test's sandbox is in: a stand-in in the test's own process, or a server that runs already. */
import type { ControlLine } from '../../app/control-line.js';

export interface StandIn {
  readonly line: ControlLine;
  /** Opens the sandbox of this test. */
  readonly key: string;
  /** Scheme, host and port. In process nothing listens there. */
  readonly address: string;
  /**
   * Says where to a page's request for the API goes.
   * @param origin where the page believes the API to be
   */
  originFor(origin: string): string;
  /** Answers for the API, and shows presentations. */
  fetch(this: void, request: Request): Promise<Response>;
}
