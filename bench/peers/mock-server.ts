/** What a compared mock server is: a command that starts a server, and what its documentation offers. */
import type { Command } from './tool.js';

export interface MockServer {
  readonly name: string;
  /** What it was given, for the page. */
  readonly given: string;
  /** The files that were written for it by hand, to count their lines. */
  readonly written: readonly string[];
  /** The path of the API. Default: `/api/v1`. */
  readonly base?: string;
  readonly key?: string;
  /** The prompt of a job that asks. */
  readonly prompt: string;
  /** @param folder an empty folder for its files */
  readonly command: (port: number, folder: string) => Command;
  /** How a client gets a 429: by a key with a limit, or by a header that asks for it. */
  readonly limited?:
    | { readonly key: string; readonly prepare?: (origin: string) => Promise<unknown> }
    | { readonly headers: Readonly<Record<string, string>> };
  /** Brings a job to its end at once, by the tool's own interface. */
  readonly finish?: (origin: string, job: string) => Promise<unknown>;
}
