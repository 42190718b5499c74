/** Adds suggested corrections to the schema errors of a scenario. */
import { closestMatch } from '../base/did-you-mean.js';
import { parseJsonPointer } from '../base/json-pointer.js';
import type { SchemaError } from '../base/json-schema.js';
import type { Scenario, Step } from '../generated/control-api.js';
import { routes } from '../generated/routes.js';
import { parseDuration } from './duration.js';
import type { InputIssue } from '../base/user-error.js';

/** The names of the fields of a type, at any depth. */
type FieldName<T> = T extends readonly (infer Item)[]
  ? FieldName<Item>
  : T extends object
    ? string extends keyof T
      ? never
      : { [Name in keyof T]-?: Name | FieldName<T[Name]> }[keyof T]
    : never;

/** Fields for whose wrong values the message of the schema suffices. A field that is in no list fails the type check. */
type FieldWithoutSuggestion =
  | '$schema'
  | 'body'
  | 'bullets'
  | 'complete'
  | 'connection'
  | 'corrupt'
  | 'current_step'
  | 'description'
  | 'error'
  | 'faults'
  | 'headers'
  | 'jobs'
  | 'layout'
  | 'match'
  | 'message'
  | 'on_timeout'
  | 'plan'
  | 'presentation'
  | 'progress'
  | 'prompt'
  | 'rate_limit_response'
  | 'sections'
  | 'seed'
  | 'slides_total'
  | 'stall'
  | 'status_fields'
  | 'steps'
  | 'takes_effect'
  | 'template_id'
  | 'title'
  | 'violates'
  | 'workspace';

type Suggest = (value: unknown) => string | undefined;

const STEPS = Object.keys({
  generate: true,
  ask: true,
  complete: true,
  fail: true,
  stall: true,
} satisfies Record<keyof Step, true>);

/** Suggests a valid value for a field, by its name. */
const SUGGESTIONS = new Map<string, Suggest>(
  Object.entries({
    for: suggestDurationRange,
    timeout: suggestDurationRange,
    latency: suggestDurationRange,
    retry_after: (value) => suggestDuration(value),
    drip: (value) => suggestDuration(value),
    during: (value) => suggestDurationRange(value)?.replace(/^[^.]+$/, '$&..'),
    rate_limit: suggestRateLimit,
    slides: suggestRange,
    tokens: suggestRange,
    requests: suggestRange,
    probability: suggestProbability,
    api_enabled: suggestBoolean,
    is_public: suggestBoolean,
    operation: suggestOperationId,
    status: (value) => (/^\d{3}$/.test(String(value)) ? `${String(value)} without quotes` : undefined),
    response: (value) => suggestMap('response', 'status', value),
    generate: (value) => suggestMap('generate', 'for', suggestDurationRange(value)),
    ask: (value) => suggestMap('ask', 'message', value),
    fail: (value) => suggestMap('fail', 'error', value ?? '…'),
  } satisfies Record<Exclude<FieldName<Scenario>, FieldWithoutSuggestion>, Suggest>),
);

const UNITS: readonly (readonly [RegExp, string])[] = [
  [/^(ms|msecs?|millis|milliseconds?)$/i, 'ms'],
  [/^(s|secs?|seconds?)$/i, 's'],
  [/^(m|mins?|minutes?)$/i, 'm'],
  [/^(h|hrs?|hours?)$/i, 'h'],
];

/** @param root the complete scenario */
export function withSuggestions(root: unknown, errors: readonly SchemaError[]): InputIssue[] {
  // A misspelt field is not also reported as missing.
  const intended = errors.map(({ pointer, detail }) => {
    const name = /did you mean (\w+)\?/.exec(detail)?.[1] ?? missingSpace(pointer)?.[0];
    return `${pointer.slice(0, pointer.lastIndexOf('/'))}/${name}`;
  });
  return errors
    .filter(({ keyword, pointer }) => keyword !== 'required' || !intended.includes(pointer))
    .map((error) => ({ pointer: error.pointer, detail: addSuggestion(root, error) }));
}

function addSuggestion(root: unknown, { pointer, keyword, detail }: SchemaError): string {
  const value = getByPointer(root, pointer);
  const field = parseJsonPointer(pointer).at(-1) ?? '';
  if (pointer === '' && keyword === 'type')
    return root == null ? 'is empty. It needs title and steps' : 'must be a map with title and steps';
  const spaced = missingSpace(pointer);
  if (spaced) return `needs a space after the colon: ${spaced.join(': ')}`;
  if (/\/steps\/\d+$/.test(pointer) && typeof value === 'string') {
    const step = closestMatch(value.trim(), STEPS);
    if (step !== undefined) return `needs a colon. Write - ${step}:`;
  }
  if (/^\/(steps|faults)$/.test(pointer) && keyword === 'type')
    return 'must be a list. Begin each entry with a dash and a space';
  const isPrimitive = typeof value === 'number' || typeof value === 'boolean';
  let correction = SUGGESTIONS.get(field)?.(value);
  if (keyword === 'additionalProperties') correction = misplacedField(pointer, value);
  else if (keyword === 'required') correction = undefined;
  else if (isPrimitive && detail === 'must be a string') correction ??= `'${value}'`;
  return correction === undefined ? detail : `${detail}. Write ${correction}`;
}

/** Suggests the correct name or position of a field. */
function misplacedField(pointer: string, value: unknown): string | undefined {
  const [, field] = /^\/faults\/\d+\/(status|retry_after)$/.exec(pointer) ?? [];
  if (field !== undefined) return suggestMap('response', field, value);
  return pointer.endsWith('/generate/total') ? `slides_total: ${String(value)}` : undefined;
}

/** `for:2s` is read as a field of this name. */
function missingSpace(pointer: string): [string, string] | undefined {
  const [, name, rest] = /^(\w+):\s*(\S.*)$/.exec(parseJsonPointer(pointer).at(-1) ?? '') ?? [];
  return name === undefined || rest === undefined ? undefined : [name, rest];
}

function getByPointer(root: unknown, pointer: string): unknown {
  return parseJsonPointer(pointer).reduce<unknown>(
    (node, key) =>
      typeof node === 'object' && node !== null ? (node as Record<string, unknown>)[key] : undefined,
    root,
  );
}

/** `5`, `5 seconds` or `2m 30s` as `5s` or `2m30s`. @param unit of a number without one */
function suggestDuration(value: unknown, unit?: string): string | undefined {
  const text = String(value).trim();
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)\s*([a-z]*)[\s,]*/gi)];
  if (parts.map(([part]) => part).join('') !== text) return undefined;
  const durations = parts.map(([, amount = '', word = '']) => {
    // A number of 100 or more without a unit is probably in milliseconds.
    const guess = unit ?? (Number(amount) < 100 ? 's' : 'ms');
    return amount + (word === '' ? guess : (UNITS.find(([pattern]) => pattern.test(word))?.[1] ?? '?'));
  });
  return parseDuration(durations.join('')) === undefined ? undefined : durations.join('');
}

const splitRange = (value: unknown): string[] =>
  String(value)
    .trim()
    .split(/\s*(?:\.{2,}|-|–|\bto\b)\s*/);

/** `2-5s` as `2s..5s`. */
function suggestDurationRange(value: unknown): string | undefined {
  const [from, to, ...more] = splitRange(value);
  if (to === undefined) return suggestDuration(value);
  const last = suggestDuration(to);
  const first = suggestDuration(from, /[a-z]+$/.exec(last ?? '')?.[0]);
  return first === undefined || last === undefined || more.length > 0 ? undefined : `${first}..${last}`;
}

/** `20`, `20 per minute` or `20/min` as `20/1m`. */
function suggestRateLimit(value: unknown): string | undefined {
  const [, requests, per = 'minute'] =
    /^([1-9]\d*)(?:\s*(?:requests?\s*)?(?:\/|per)\s*(\w[\w ]*))?$/i.exec(String(value).trim()) ?? [];
  const window = suggestDuration(/^\d/.test(per) ? per : `1 ${per}`);
  return requests && window && `${requests}/${window}`;
}

/** `0-8` or `[0, 8]` as `0..8`. */
function suggestRange(value: unknown): string | undefined {
  const ends = Array.isArray(value) ? [value[0], value.at(-1)].map(String) : splitRange(value);
  return ends.length === 2 && ends.every((end) => /^\d+%?$/.test(end)) ? ends.join('..') : undefined;
}

/** `50%` or `50` as `0.5`. */
function suggestProbability(value: unknown): string | undefined {
  const percent = Number(String(value).replace(/%$/, ''));
  return percent > 1 && percent <= 100 ? String(percent / 100) : undefined;
}

function suggestBoolean(value: unknown): string | undefined {
  if (/^(yes|on|true|1)$/i.test(String(value))) return 'true';
  return /^(no|off|false|0)$/i.test(String(value)) ? 'false' : undefined;
}

/** `GET /templates`, `/templates` or `getStatus` as the id of an operation. */
function suggestOperationId(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const [, method = '', path = ''] = /^(?:([A-Z]+) )?\/?(?:api\/v1)?(\/\S+)$/i.exec(value) ?? [];
  const shape = (text: string): string => text.replaceAll(/[{:][^/]*/g, '');
  const byPath = routes.filter(
    (route) => shape(route.path) === shape(path) && route.method.startsWith(method.toUpperCase()),
  );
  if (byPath.length === 1) return byPath[0]?.operationId;
  const ids = routes.map(({ operationId }) => operationId);
  const words = value.split(/(?=[A-Z])/).map((word) => word.toLowerCase());
  const matching = ids.filter((id) => words.every((word) => id.toLowerCase().includes(word)));
  return matching.length === 1 ? matching[0] : closestMatch(value, ids);
}

/** `fail: It broke` as `fail: { error: It broke }`. */
function suggestMap(field: string, inner: string, value: unknown): string | undefined {
  if (!['string', 'number'].includes(typeof value)) return undefined;
  const text = /^[\w. …]*$/.test(String(value)) ? String(value) : `'${String(value).replaceAll("'", "''")}'`;
  return `${field}: { ${inner}: ${text} }`;
}
