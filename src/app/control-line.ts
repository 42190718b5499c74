/** Sends verbs to their stand-in: in this process, or over HTTP. */
import { runVerb } from '../service/control/run.js';
import type { ControlContext } from '../service/control/scene.js';
import type { ReplyOf, VerbId } from '../service/control/types.js';
import { followWorkspace, type ControlEvent, type FollowOptions } from './follow.js';
import { realNow } from '../base/real-time.js';

/** The input of a verb, as the control document defines it. */
export interface VerbCall {
  /** The path's parameters: `workspace`, `job` and so on. */
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: object;
  readonly body?: unknown;
}

export interface ControlLine {
  /** @throws UserError when the verb is refused; then nothing has changed */
  run<Id extends VerbId>(id: Id, call?: VerbCall): Promise<ReplyOf<Id>>;
  /** The events of a workspace from now on, until the caller stops reading. */
  follow(workspace: string, options?: FollowOptions): AsyncGenerator<ControlEvent, void, void>;
}

export function localLine(context: ControlContext): ControlLine {
  return {
    run: (id, { params = {}, query = {}, body } = {}) =>
      runVerb(context, id, { params, query, body, real: realNow() }),
    follow(workspace, options) {
      context.service.shared.directory.openWorkspace(workspace);
      return followWorkspace(context, workspace, options);
    },
  };
}
