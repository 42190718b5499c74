/** Checks the query and the body of a verb against the control document. Loaded with the first input, because it is large. */
import type { ControlInput, ControlSchema } from '../../generated/control-routes.js';
import { validateControl } from '../../generated/validate-control.js';
import { isDeeperThan, MOST_LEVELS } from '../../base/depth.js';
import { badInput } from './refuse.js';

/** The maximum number of faults in one error. */
const MOST_FAULTS = 100;

/** @throws UserError `bad-input` with every fault, up to a hundred */
export function checkInput(
  { body, required, query }: ControlInput,
  sent: { readonly query: unknown; readonly body: unknown },
): void {
  if (query) check(query, sent.query);
  else refuseParameters(sent.query);
  if (body && sent.body !== undefined) check(body, sent.body);
  else if (body && required) refuseNothing(body);
}

function refuseParameters(query: unknown): void {
  const names = Object.keys(query ?? {});
  if (names.length === 0) return;
  throw badInput(
    names.slice(0, MOST_FAULTS).map((name) => ({ pointer: `/${name}`, detail: 'is not a parameter here' })),
  );
}

/** Throws an error that names the required fields of a missing body. */
function refuseNothing(schema: ControlSchema): never {
  const needs = validateControl(schema, {}).map(({ pointer, expected }) =>
    `${pointer.slice(1)} ${expected}`.trim(),
  );
  const detail = `is missing; it must be an object${needs.length > 0 ? `: ${needs.join(', ')}` : ''}`;
  throw badInput([{ pointer: '', detail }]);
}

function check(schema: ControlSchema, value: unknown): void {
  if (isDeeperThan(value))
    throw badInput([{ pointer: '', detail: `is nested more than ${MOST_LEVELS} levels deep` }]);
  const faults = validateControl(schema, value);
  if (faults.length > 0)
    throw badInput(
      faults.slice(0, MOST_FAULTS).map(({ pointer, expected }) => ({ pointer, detail: expected })),
    );
}
