/** Validates the input of control operations, and creates their errors. */
import {
  type ControlInput,
  controlInputs,
  type ControlOperationId,
  type ControlSchema,
} from '../../generated/control-routes.js';
import { validateControl } from '../../generated/validate-control.js';
import { exceedsDepth, MAX_DEPTH } from '../../base/nesting-depth.js';
import { getField, isObject } from '../../base/json.js';
import { formatJsonPointer, parseJsonPointer } from '../../base/json-pointer.js';
import { type InputIssue, UserError } from '../../base/user-error.js';

/** The maximum number of issues in one error. */
const MAX_ISSUES = 100;

const TIME_ERROR = /^must be a time /;

/** A detail that needs no name of a field before it, such as one with a position in a file. */
const SENTENCE = /^(?:[A-Z]|line \d)/;

/** The input of a control operation before validation. */
export interface ControlRequest {
  /** The parameters of the path: `workspace`, `job` and so on. */
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/** The end of the year 9999, the maximum time of every clock. */
export const MAX_INSTANT = 253_402_300_799_999;

/** Validates the input of an operation. @throws UserError (`invalid-input`) with every issue, up to a hundred */
export function assertInput(id: ControlOperationId, { params = {}, query = {}, body }: ControlRequest): void {
  const input: ControlInput = controlInputs[id] ?? {};
  for (const [name, value] of Object.entries<unknown>(params))
    if (typeof value !== 'string') throw inputError([{ pointer: `/${name}`, detail: 'must be a string' }]);
  if (input.query) assertSchema(input.query, query);
  else assertNoQuery(query);
  if (!input.body) return;
  if (body === undefined) {
    if (input.required) throw missingBodyError(input.body);
  } else if (id !== 'restoreSnapshot') assertSchema(input.body, body); // `restoreSnapshot` validates the snapshot itself.
}

function assertSchema(schema: ControlSchema, value: unknown): void {
  if (exceedsDepth(value))
    throw inputError([{ pointer: '', detail: `is nested more than ${MAX_DEPTH} levels deep` }]);
  const errors = validateControl(schema, value);
  if (errors.length > 0)
    throw inputError(
      errors.slice(0, MAX_ISSUES).map(({ pointer, detail }) => ({
        pointer,
        detail: TIME_ERROR.test(detail) ? detail + formatGivenValue(value, pointer) : detail,
      })),
    );
}

/** `, not "5x"`; empty for a value that is missing, an object or a list. */
export function formatGivenValue(root: unknown, pointer: string): string {
  const value = parseJsonPointer(pointer).reduce<unknown>(
    (parent, name) => (Array.isArray(parent) ? parent[Number(name)] : getField(parent, name)),
    root,
  );
  if (value === undefined || typeof value === 'object') return '';
  const text = JSON.stringify(value);
  return `, not ${text.length > 60 ? `${text.slice(0, 60)}…` : text}`;
}

/** Converts options to the query of a URL: strings, by the names of the control document. @throws UserError (`invalid-input`) */
export function toQuery(options: unknown): Readonly<Record<string, string>> {
  if (!isObject(options)) throw inputError([{ pointer: '', detail: 'must be an object' }]);
  const present = Object.entries(options).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present.map(([name, value]) => [toSnakeCase(name), String(value)]));
}

function assertNoQuery(query: Readonly<Record<string, unknown>>): void {
  const names = Object.keys(query);
  if (names.length === 0) return;
  throw inputError(
    names.slice(0, MAX_ISSUES).map((name) => ({ pointer: `/${name}`, detail: 'is not a known parameter' })),
  );
}

/** An error that names the required fields of a missing body. */
function missingBodyError(schema: ControlSchema): UserError {
  const requirements = validateControl(schema, {}).map(({ pointer, detail }) =>
    `${pointer.slice(1)} ${detail}`.trim(),
  );
  const detail = `is missing; it must be an object${requirements.length > 0 ? `: ${requirements.join(', ')}` : ''}`;
  return inputError([{ pointer: '', detail }]);
}

/** `min_poll_interval` for `minPollInterval`. */
const toSnakeCase = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export function inputError(issues: readonly InputIssue[]): UserError {
  const lines = issues.map(({ pointer, detail }) => {
    if (SENTENCE.test(detail)) return detail;
    return `${pointer === '' ? 'the input' : formatJsonPointer(pointer)} ${detail}`;
  });
  const message = lines.slice(0, 5).join('; ');
  return new UserError('invalid-input', /[.?]$/.test(message) ? message : `${message}.`, { issues });
}

export function notFound(what: string): UserError {
  return new UserError('not-found', `There is no ${what}.`);
}

export function jobConflict(why: string): UserError {
  return new UserError('job-conflict', why);
}

export function toIso(instant: number): string {
  return new Date(Math.min(instant, MAX_INSTANT)).toISOString();
}

/** `null` for an infinite instant. */
export function toIsoOrNull(instant: number): string | null {
  return instant === Infinity ? null : toIso(instant);
}

/** @param text a string that the schema of instants accepts */
export function parseInstant(text: string, pointer: string): number {
  const instant = /^\d+$/.test(text) ? Number(text) : Date.parse(text);
  if (instant <= MAX_INSTANT) return instant;
  throw inputError([{ pointer, detail: 'must be an existing date and time' }]);
}
