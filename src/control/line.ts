/** The way of a verb to its mock server: in this process, or over HTTP. Who holds a line does not know which. */
import type { ReplyOf, VerbId } from './verb-types.js';

/** The input of a verb, as the control document defines it. */
export interface VerbCall {
  /** The path's parameters: `workspace`, `job` and so on. */
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: object;
  readonly body?: unknown;
  /** Ends a request over HTTP early. */
  readonly signal?: AbortSignal;
}

export interface ControlLine {
  /** @throws UserError when the verb is refused; then nothing has changed */
  run<Id extends VerbId>(id: Id, call?: VerbCall): Promise<ReplyOf<Id>>;
}
