/** Adds to the mistakes in a scenario what to write instead, where the value shows it. */
import { nearest } from '../base/nearest.js';
import { parsePointer } from '../base/json-pointer.js';
import type { SchemaFault } from '../base/json-schema.js';
import { routes } from '../generated/routes.js';
import { parseDuration } from './duration.js';
import type { Mistake } from './mistake.js';

const STEPS = ['work', 'ask', 'complete', 'fail', 'stay'];

/** What a field would have been with the value that is there. */
const CORRECTIONS: Readonly<Record<string, (value: unknown) => string | undefined>> = {
  for: times,
  wait: times,
  latency: times,
  retry_after: (value) => time(value),
  drip: (value) => time(value),
  during: (value) => times(value)?.replace(/^[^.]+$/, '$&..'),
  rate_limit: rate,
  slides: counts,
  tokens: counts,
  requests: counts,
  chance: percentage,
  api_enabled: flag,
  is_public: flag,
  on: operation,
  status: (value) => (/^\d{3}$/.test(String(value)) ? `${String(value)} without quotes` : undefined),
  answer: (value) => inMap('answer', 'status', value),
  work: (value) => inMap('work', 'for', times(value)),
  ask: (value) => inMap('ask', 'message', value),
  fail: (value) => inMap('fail', 'error', value ?? '…'),
};

/** @param root the whole scenario */
export function corrected(root: unknown, faults: readonly SchemaFault[]): Mistake[] {
  // A field that is only misspelt is not missing, too.
  const intended = faults.map(({ pointer, expected }) => {
    const name = /did you mean (\w+)\?/.exec(expected)?.[1] ?? withoutSpace(pointer)?.[0];
    return `${pointer.slice(0, pointer.lastIndexOf('/'))}/${name}`;
  });
  return faults
    .filter(({ keyword, pointer }) => keyword !== 'required' || !intended.includes(pointer))
    .map((fault) => ({ pointer: fault.pointer, expected: corrections(root, fault) }));
}

function corrections(root: unknown, { pointer, keyword, expected }: SchemaFault): string {
  const value = valueAt(root, pointer);
  const field = parsePointer(pointer).at(-1) ?? '';
  if (pointer === '' && keyword === 'type')
    return root == null ? 'is empty. It needs title and steps' : 'must be a map with title and steps';
  const spaced = withoutSpace(pointer);
  if (spaced) return `needs a space after the colon: ${spaced.join(': ')}`;
  if (/\/steps\/\d+$/.test(pointer) && typeof value === 'string') {
    const step = nearest(value.trim(), STEPS);
    if (step !== undefined) return `needs a colon. Write - ${step}:`;
  }
  if (/^\/(steps|faults)$/.test(pointer) && keyword === 'type')
    return 'must be a list. Begin each entry with a dash and a space';
  const isPlain = typeof value === 'number' || typeof value === 'boolean';
  let correction = CORRECTIONS[field]?.(value);
  if (keyword === 'additionalProperties') correction = elsewhere(pointer, value);
  else if (keyword === 'required') correction = undefined;
  else if (isPlain && expected === 'must be a string') correction ??= `'${value}'`;
  return correction === undefined ? expected : `${expected}. Write ${correction}`;
}

/** A field with another name or place here. */
function elsewhere(pointer: string, value: unknown): string | undefined {
  const [, field] = /^\/faults\/\d+\/(status|retry_after)$/.exec(pointer) ?? [];
  if (field !== undefined) return inMap('answer', field, value);
  return pointer.endsWith('/work/total') ? `of: ${String(value)}` : undefined;
}

/** `for:2s` is read as a field of this name. */
function withoutSpace(pointer: string): [string, string] | undefined {
  const [, name, rest] = /^(\w+):\s*(\S.*)$/.exec(parsePointer(pointer).at(-1) ?? '') ?? [];
  return name === undefined || rest === undefined ? undefined : [name, rest];
}

function valueAt(root: unknown, pointer: string): unknown {
  return parsePointer(pointer).reduce<unknown>(
    (node, key) =>
      typeof node === 'object' && node !== null ? (node as Record<string, unknown>)[key] : undefined,
    root,
  );
}

const UNITS: readonly (readonly [RegExp, string])[] = [
  [/^(ms|msecs?|millis|milliseconds?)$/i, 'ms'],
  [/^(s|secs?|seconds?)$/i, 's'],
  [/^(m|mins?|minutes?)$/i, 'm'],
  [/^(h|hrs?|hours?)$/i, 'h'],
];

/** `5`, `5 seconds` or `2m 30s` as `5s` or `2m30s`. @param unit of a number without one */
function time(value: unknown, unit?: string): string | undefined {
  const text = String(value).trim();
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)\s*([a-z]*)[\s,]*/gi)];
  if (parts.map(([part]) => part).join('') !== text) return undefined;
  const written = parts.map(([, figure = '', word = '']) => {
    // Nobody waits 100 seconds in a scenario without writing minutes.
    const guess = unit ?? (Number(figure) < 100 ? 's' : 'ms');
    return figure + (word === '' ? guess : (UNITS.find(([pattern]) => pattern.test(word))?.[1] ?? '?'));
  });
  return parseDuration(written.join('')) === undefined ? undefined : written.join('');
}

const endsOf = (value: unknown): string[] =>
  String(value)
    .trim()
    .split(/\s*(?:\.{2,}|-|–|\bto\b)\s*/);

/** `2-5s` as `2s..5s`. */
function times(value: unknown): string | undefined {
  const [from, to, ...more] = endsOf(value);
  if (to === undefined) return time(value);
  const last = time(to);
  const first = time(from, /[a-z]+$/.exec(last ?? '')?.[0]);
  return first === undefined || last === undefined || more.length > 0 ? undefined : `${first}..${last}`;
}

/** `20`, `20 per minute` or `20/min` as `20/1m`. */
function rate(value: unknown): string | undefined {
  const [, requests, per = 'minute'] =
    /^([1-9]\d*)(?:\s*(?:requests?\s*)?(?:\/|per)\s*(\w[\w ]*))?$/i.exec(String(value).trim()) ?? [];
  const window = time(/^\d/.test(per) ? per : `1 ${per}`);
  return requests && window && `${requests}/${window}`;
}

/** `0-8` or `[0, 8]` as `0..8`. */
function counts(value: unknown): string | undefined {
  const ends = Array.isArray(value) ? [value[0], value.at(-1)].map(String) : endsOf(value);
  return ends.length === 2 && ends.every((end) => /^\d+%?$/.test(end)) ? ends.join('..') : undefined;
}

/** `50%` or `50` as `0.5`. */
function percentage(value: unknown): string | undefined {
  const percent = Number(String(value).replace(/%$/, ''));
  return percent > 1 && percent <= 100 ? String(percent / 100) : undefined;
}

function flag(value: unknown): string | undefined {
  if (/^(yes|on|true|1)$/i.test(String(value))) return 'true';
  return /^(no|off|false|0)$/i.test(String(value)) ? 'false' : undefined;
}

/** `GET /templates`, `/templates` or `getStatus` as the id of an operation. */
function operation(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const [, method = '', path = ''] = /^(?:([A-Z]+) )?\/?(?:api\/v1)?(\/\S+)$/i.exec(value) ?? [];
  const shape = (text: string): string => text.replaceAll(/[{:][^/]*/g, '');
  const byPath = routes.filter(
    (route) => shape(route.path) === shape(path) && route.method.startsWith(method.toUpperCase()),
  );
  if (byPath.length === 1) return byPath[0]?.operationId;
  const ids = routes.map(({ operationId }) => operationId);
  const words = value.split(/(?=[A-Z])/).map((word) => word.toLowerCase());
  const having = ids.filter((id) => words.every((word) => id.toLowerCase().includes(word)));
  return having.length === 1 ? having[0] : nearest(value, ids);
}

/** `fail: It broke` as `fail: { error: It broke }`. */
function inMap(field: string, inner: string, value: unknown): string | undefined {
  if (!['string', 'number'].includes(typeof value)) return undefined;
  const text = /^[\w. …]*$/.test(String(value)) ? String(value) : `'${String(value).replaceAll("'", "''")}'`;
  return `${field}: { ${inner}: ${text} }`;
}
