/** Types of the parts of autocannon that the benchmark uses. The package has no types. */
declare module 'autocannon' {
  import type { EventEmitter } from 'node:events';

  interface Request {
    readonly method?: 'GET' | 'POST';
    readonly path: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
  }

  interface Options {
    readonly url: string;
    readonly connections: number;
    /** The number of requests on all connections together. */
    readonly amount: number;
    /** Milliseconds between two checks whether the run has ended. */
    readonly sampleInt: number;
    readonly setupClient: (client: { setRequests(requests: readonly Request[]): void }) => void;
  }

  interface Result {
    readonly non2xx: number;
    readonly errors: number;
    readonly timeouts: number;
  }

  /** Emits `response` for every response. */
  export default function autocannon(
    options: Options,
    done: (error: Error | null, result: Result) => void,
  ): EventEmitter;
}
