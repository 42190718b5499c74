/** A peer: a service that another team wrote from the interface document alone. It shares no code with Deckhand. */

export interface PeerOptions {
  /** The length of jobs and lags is divided by this. 1: jobs take 1 to 20 seconds. */
  readonly speed: number;
  /** Requests that a key has in a minute; 0 for no limit. */
  readonly requestsPerMinute: number;
  /** Decides the length of jobs. */
  readonly seed: number;
}

export interface RunningPeer {
  /** Ends in /api/v1. */
  readonly baseUrl: string;
  readonly close: () => Promise<void>;
}

export interface Peer {
  readonly name: string;
  /** One workspace each; the third has no API access (section 5). */
  readonly keys: { readonly first: string; readonly second: string; readonly disabled: string };
  /** Prompts that make a job ask a question, or fail. */
  readonly questionPrompt: string;
  readonly failurePrompt: string;
  /** The reason why the peer cannot run here; undefined if it can. */
  readonly missing?: () => string | undefined;
  readonly start: (options: PeerOptions) => Promise<RunningPeer>;
}
