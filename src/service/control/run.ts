/** Runs a verb. Checks its input against the control document first. */
import { controlInputs, type ControlInput } from '../../generated/control-routes.js';
import type { ControlCall, ControlContext, Verb } from './verb-context.js';
import { verbs } from './table.js';
import type { ReplyOf, VerbId } from '../../control/verb-types.js';

/** The call before its input is checked. */
export interface UncheckedCall {
  readonly params: ControlCall['params'];
  readonly query: unknown;
  readonly body: unknown;
  readonly real: number;
}

/** @throws UserError: `bad-input` with every fault, `not-found` or `job-conflict`. Then nothing has changed. */
export async function runVerb<Id extends VerbId>(
  context: ControlContext,
  id: Id,
  call: UncheckedCall,
): Promise<ReplyOf<Id>> {
  const input: ControlInput = controlInputs[id] ?? {};
  if (input.query || input.body || Object.keys(call.query ?? {}).length > 0) {
    const { checkInput } = await import('./check-input.js');
    checkInput(input, call);
  }
  const verb = verbs[id] as Verb<Id>;
  return verb(context, call as ControlCall<Id>);
}
