/** Checks one field of a value: first against its JSON Schema, then with an additional check. */
import { getField, isObject, type JsonObject } from '../../../base/json.js';
import type { SchemaError } from '../../../base/json-schema.js';
import { validate } from '../../../generated/validate-documented.js';
import type { ValidatedSchema } from '../../../generated/validated-schema.js';
import type { Call } from '../../model/call.js';
import { getJson } from '../../model/body.js';
import type { Finding } from '../../rule.js';
import { expectedBySchema, description, valueOrMissing } from '../../description.js';
import { violation } from '../create-rule.js';
import type { ValueError } from './validate-values.js';

interface FieldCheck {
  readonly schema: ValidatedSchema;
  readonly value: JsonObject;
  readonly field: string;
  /** Whether nested fields are checked, too. */
  readonly isDeep?: boolean;
  readonly call: Call;
  /** For a message: `title must be a string when fetched`. */
  readonly where?: string;
  /** Converts a path in `value` to one in the body. */
  readonly toPath?: (path: string) => string;
  /** Checks a value that is valid by its schema. */
  readonly check?: (actual: unknown) => ValueError | undefined;
}

export function checkField({
  schema,
  value,
  field,
  isDeep,
  call,
  where,
  check,
  toPath = (path) => path,
}: FieldCheck): readonly Finding[] {
  const end = where === undefined ? '' : ` ${where}`;
  const errors = validateCached(schema, value).filter(
    // The extra check has the better message for patterns.
    ({ pointer, keyword }) =>
      keyword !== 'pattern' &&
      (pointer === `/${field}` || (isDeep === true && pointer.startsWith(`/${field}/`))),
  );
  if (errors.length > 0)
    return errors.map((error) => {
      const path = error.pointer.slice(1).replaceAll('/', '.');
      const actual = valueOrMissing(path.split('.').reduce<unknown>(getField, value));
      const expected = expectedBySchema(error);
      return violation(`${path} ${error.detail}${end}`, { expected, actual, path: toPath(path), call });
    });
  const actual = getField(value, field);
  const error = check?.(actual);
  if (!error) return [];
  const { expected, downgrade } = error;
  const details = {
    expected: description(expected),
    actual: valueOrMissing(actual),
    path: toPath(field),
    call,
    downgrade,
  };
  return [violation(`${field} ${expected}${end}`, details)];
}

const cache = new WeakMap<JsonObject, readonly SchemaError[]>();

/** The rules of all fields share the schema errors of a value. */
function validateCached(schema: ValidatedSchema, value: JsonObject): readonly SchemaError[] {
  const errors = cache.get(value) ?? validate(schema, value);
  cache.set(value, errors);
  return errors;
}

/** @param subject as in `SUBJECT is not an object` */
export function checkIsObject(subject: string, call: Call): Finding | undefined {
  const actual = getJson(call.responseBody);
  return isObject(actual)
    ? undefined
    : violation(`${subject} is not an object`, { expected: description('an object'), actual, call });
}
