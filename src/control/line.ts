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

export interface ControlEvent {
  /** The event id to resume from. */
  readonly id: string;
  readonly event:
    | 'hello'
    | 'gap'
    | 'exchange'
    | 'unassigned'
    | 'job'
    | 'clock'
    | 'scenario'
    | 'scenarios'
    | 'faults'
    | 'workspace'
    | 'reset'
    | 'closed';
  /**
   * An exchange without bodies, a job with its timeline, the clock, the active faults, the list of scenarios, or the
   * workspace.
   */
  readonly data: unknown;
}

export interface FollowOptions {
  /** The id of the last known event. The stream starts after it. */
  readonly after?: string;
  readonly signal?: AbortSignal;
}

export interface ControlLine {
  /** @throws UserError when the verb is refused; then nothing has changed */
  run<Id extends VerbId>(id: Id, call?: VerbCall): Promise<ReplyOf<Id>>;
  /** The events of a workspace from now on, until the caller stops reading. */
  follow(workspace: string, options?: FollowOptions): AsyncGenerator<ControlEvent, void, void>;
}
