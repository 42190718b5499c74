/** Checks the input of verbs with the validators of the control document. */
import {
  controlInputs,
  type ControlInput,
  type ControlOperationId,
  type ControlSchema,
} from '../../generated/control-routes.js';
import { validateControl } from '../../generated/validate-control.js';
import { isDeeperThan, MOST_LEVELS } from '../../base/depth.js';
import { isObject } from '../../base/json.js';
import { badInput } from './refuse.js';

/** The maximum number of faults in one error. */
const MOST_FAULTS = 100;

/** @throws UserError (`bad-input`) with every fault, up to a hundred */
export function check(schema: ControlSchema, value: unknown): void {
  if (isDeeperThan(value))
    throw badInput([{ pointer: '', detail: `is nested more than ${MOST_LEVELS} levels deep` }]);
  const faults = validateControl(schema, value);
  if (faults.length > 0)
    throw badInput(
      faults.slice(0, MOST_FAULTS).map(({ pointer, expected }) => ({ pointer, detail: expected })),
    );
}

/** @returns the options as the query of a URL has them: strings by the names of the document. @throws UserError (`bad-input`) */
export function checkQuery(schema: ControlSchema, options: unknown): Readonly<Record<string, string>> {
  if (!isObject(options)) throw badInput([{ pointer: '', detail: 'must be an object' }]);
  const present = Object.entries(options).filter(([, value]) => value !== undefined);
  const query = Object.fromEntries(present.map(([name, value]) => [snakeCase(name), String(value)]));
  check(schema, query);
  return query;
}

/** Checks what was sent for an operation. @throws UserError (`bad-input`) */
export function checkSent(
  id: ControlOperationId,
  sent: { readonly query: Readonly<Record<string, unknown>>; readonly body: unknown },
): void {
  const { body, required, query }: ControlInput = controlInputs[id] ?? {};
  if (query) check(query, sent.query);
  else refuseParameters(sent.query);
  if (body && sent.body !== undefined) check(body, sent.body);
  else if (body && required) refuseNothing(body);
}

/** @throws UserError (`bad-input`) when an id is not a string */
export function needId(id: unknown, name: string): string {
  if (typeof id === 'string') return id;
  throw badInput([{ pointer: `/${name}`, detail: 'must be a string' }]);
}

function refuseParameters(query: Readonly<Record<string, unknown>>): void {
  const names = Object.keys(query);
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

/** `tightLoop` is `tight_loop` in a URL. */
const snakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
