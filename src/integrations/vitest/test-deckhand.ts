/** The sandbox of one test: the verbs of every workspace, and how the test and its application reach it. */
import type { Deckhand } from '../../app/deckhand.js';
import { sandboxRequest } from '../sandbox-request.js';
import { WorkspaceHandle } from '../../app/workspace-handle.js';

export class TestDeckhand extends WorkspaceHandle {
  /** The API key that opens this sandbox, for the application under test. */
  readonly key: string;
  /** What the API's paths follow on. Nothing listens there: what this process asks for is answered in it. */
  readonly baseUrl: string;
  /** Whether one test alone uses this sandbox, so that its requests come from one client. */
  readonly isOfOneTest = true;
  readonly #deckhand: Deckhand;

  /** @param origin scheme, host and port that the API is asked at */
  constructor(deckhand: Deckhand, key: string, origin: string) {
    super(deckhand.control, key);
    this.key = key;
    this.baseUrl = origin + deckhand.service.world.basePath;
    this.#deckhand = deckhand;
  }

  /** The id of the test's own workspace. */
  get workspace(): string {
    return this.id;
  }

  /**
   * Asks the API with the sandbox's key, unless another one is sent.
   * @param input a whole address, or a path: `/templates`, or as a `poll_url` has it
   */
  readonly fetch = (input: string | URL | Request, init?: RequestInit): Promise<Response> =>
    this.#deckhand.fetch(sandboxRequest(this, input, init));
}
