/** The sandbox of one test: the verbs of every workspace, and the address and key for the application under test. */
import type { Deckhand } from '../../app/deckhand.js';
import { sandboxRequest } from '../sandbox-request.js';
import { WorkspaceHandle } from '../../app/workspace-handle.js';

export class TestDeckhand extends WorkspaceHandle {
  /** The API key that opens this sandbox, for the application under test. */
  readonly key: string;
  /** The base URL of the API. No server listens there; requests of this process are intercepted. */
  readonly baseUrl: string;
  /** Whether one test alone uses this sandbox, so that its requests come from one client. */
  readonly isOfOneTest = true;
  readonly #deckhand: Deckhand;

  /** @param origin scheme, host and port of the API */
  constructor(deckhand: Deckhand, key: string, origin: string) {
    super(deckhand.control, key);
    this.key = key;
    this.baseUrl = origin + deckhand.reach.basePath;
    this.#deckhand = deckhand;
  }

  /** The id of the test's own workspace. */
  get workspace(): string {
    return this.id;
  }

  /**
   * Sends a request to the API with the sandbox's key, unless `init` has another one.
   * @param input an absolute URL, or a path: `/templates`, or the path of a `poll_url`
   */
  readonly fetch = (input: string | URL | Request, init?: RequestInit): Promise<Response> =>
    this.#deckhand.fetch(sandboxRequest(this, input, init));
}
