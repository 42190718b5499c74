/** The part of autocannon, which brings no types, that the benchmark uses. */
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
    /** How many requests, all connections together. */
    readonly amount: number;
    /** Milliseconds between looks at whether it is over. */
    readonly sampleInt: number;
    readonly setupClient: (client: { setRequests(requests: readonly Request[]): void }) => void;
  }

  interface Result {
    readonly non2xx: number;
    readonly errors: number;
    readonly timeouts: number;
  }

  /** Emits `response` for every answer. */
  export default function autocannon(
    options: Options,
    done: (error: Error | null, result: Result) => void,
  ): EventEmitter;
}
