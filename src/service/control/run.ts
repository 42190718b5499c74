/** Runs a verb: checks what was sent against the control document, and then does it. */
import { controlInputs, type ControlInput, type ControlSchema } from '../../generated/control-routes.js';
import { validateControl } from '../../generated/validate-control.js';
import { badInput } from './refuse.js';
import type { ControlCall, ControlContext, Verb } from './scene.js';
import { verbs } from './table.js';
import type { ReplyOf, VerbId } from './types.js';

/** What was sent, before anybody has looked at it. */
export interface UncheckedCall {
  readonly params: ControlCall['params'];
  readonly query: unknown;
  readonly body: unknown;
  readonly real: number;
}

/** @throws UserError: `bad-input` with every fault, `not-found` or `job-conflict`; nothing has been changed then */
export async function runVerb<Id extends VerbId>(
  context: ControlContext,
  id: Id,
  call: UncheckedCall,
): Promise<ReplyOf<Id>> {
  const { body, required, query }: ControlInput = controlInputs[id] ?? {};
  if (query) check(query, call.query);
  else refuseParameters(call.query);
  if (body && call.body !== undefined) check(body, call.body);
  else if (body && required) refuseNothing(body);
  const verb = verbs[id] as Verb<Id>;
  return verb(context, call as ControlCall<Id>);
}

function refuseParameters(query: unknown): void {
  const names = Object.keys(query ?? {});
  if (names.length === 0) return;
  throw badInput(
    names.slice(0, 100).map((name) => ({ pointer: `/${name}`, detail: 'is not a parameter here' })),
  );
}

/** Of a body that is not there, the fields that it would need are said. */
function refuseNothing(schema: ControlSchema): never {
  const needs = validateControl(schema, {}).map(({ pointer, expected }) =>
    `${pointer.slice(1)} ${expected}`.trim(),
  );
  const detail = `is missing; it must be an object${needs.length > 0 ? `: ${needs.join(', ')}` : ''}`;
  throw badInput([{ pointer: '', detail }]);
}

function check(schema: ControlSchema, value: unknown): void {
  const faults = validateControl(schema, value);
  if (faults.length > 0)
    throw badInput(faults.map(({ pointer, expected }) => ({ pointer, detail: expected })));
}
