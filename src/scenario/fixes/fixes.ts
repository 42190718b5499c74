/** Adds to the mistakes in a scenario what to write instead, where that is clear from the value. */
import { nearest } from '../../base/nearest.js';
import { parsePointer } from '../../base/json-pointer.js';
import { routes } from '../../generated/routes.js';
import type { SchemaFault } from '../../base/json-schema.js';
import type { Mistake } from '../mistake.js';
import * as notation from './notation.js';

type Fix = (value: unknown) => string | undefined;

const STEPS = ['work', 'ask', 'complete', 'fail', 'stay'];

/** What to write for a field with a wrong value. */
const FIXES: Readonly<Record<string, Fix>> = {
  for: notation.timeRange,
  wait: notation.timeRange,
  latency: notation.timeRange,
  retry_after: (value) => notation.time(value),
  drip: (value) => notation.time(value),
  during: notation.period,
  rate_limit: notation.rate,
  slides: notation.counts,
  tokens: notation.counts,
  requests: notation.counts,
  chance: notation.chance,
  api_enabled: notation.flag,
  is_public: notation.flag,
  on: operation,
  status: (value) => (/^[2-5]\d\d$/.test(String(value)) ? `${String(value)} without quotes` : undefined),
  answer: (value) => inMap('answer', 'status', value, /^[2-5]\d\d$/),
  work: (value) => inMap('work', 'for', notation.timeRange(value) ?? 's', /\d/),
  ask: (value) => inMap('ask', 'message', value ?? '…'),
  fail: (value) => inMap('fail', 'error', value ?? '…'),
  complete: (value) => inMap('complete', 'title', value),
  match: (value) => inMap('match', 'prompt', value),
  violates: (value) => (typeof value === 'string' ? `[${value}]` : undefined),
  bullets: (value) => (typeof value === 'string' ? `['${value}']` : undefined),
};

/** @param value the whole scenario */
export function withFixes(value: unknown, faults: readonly SchemaFault[]): Mistake[] {
  const intended = faults.flatMap(({ pointer, expected }) => {
    const name = /did you mean (\w+)\?/.exec(expected)?.[1] ?? spaceless(pointer)?.[0];
    return name === undefined ? [] : [`${parentOf(pointer)}/${name}`];
  });
  return faults
    .filter(({ keyword, pointer }) => keyword !== 'required' || !intended.includes(pointer))
    .map((fault) => explained(value, fault));
}

function explained(root: unknown, { pointer, keyword, expected }: SchemaFault): Mistake {
  const field = parsePointer(pointer).at(-1) ?? '';
  const value = valueAt(root, pointer);
  if (pointer === '' && keyword === 'type')
    return {
      pointer,
      expected: root == null ? 'is empty. It needs title and steps' : 'must be a map with title and steps',
    };
  const spaced = spaceless(pointer);
  if (spaced) return { pointer, expected: `needs a space after the colon: ${spaced.join(': ')}` };
  if (expected.startsWith('is not a field here'))
    return { pointer, expected: expected + belongsInResponse(pointer, field) };
  if (/\/steps\/\d+$/.test(pointer) && typeof value === 'string')
    return { pointer, expected: stepText(value, expected) };
  if (/^\/(steps|faults)$/.test(pointer) && keyword === 'type') return { pointer, expected: listText(value) };
  if (keyword === 'required') return { pointer, expected };
  const fix = FIXES[field]?.(value) ?? quoted(value, expected);
  return { pointer, expected: fix === undefined ? expected : `${expected}. Write ${fix}` };
}

/** `- complete` instead of `- complete:` */
function stepText(text: string, expected: string): string {
  const step = STEPS.find((each) => each === text.trim()) ?? nearest(text.trim(), STEPS);
  return step === undefined ? expected : `needs a colon. Write - ${step}:`;
}

function listText(value: unknown): string {
  const [first = ''] = typeof value === 'object' && value !== null ? Object.keys(value) : [];
  if (first.startsWith('-')) return `needs a space after each dash. Write - ${first.slice(1)}:`;
  return `must be a list. Begin each entry with a dash${first === '' ? '' : `: - ${first}:`}`;
}

/** `status: 429` beside `on` instead of in `answer` */
function belongsInResponse(pointer: string, field: string): string {
  const isInFault = /^\/faults\/\d+\/\w+$/.test(pointer);
  return isInFault && ['status', 'retry_after', 'headers', 'body'].includes(field)
    ? `. Write answer: { ${field}: … }`
    : '';
}

/** `for:2s` is read as a field of this name. */
function spaceless(pointer: string): [string, string] | undefined {
  const [, name, rest] = /^(\w+):\s*(\S.*)$/.exec(parsePointer(pointer).at(-1) ?? '') ?? [];
  return name === undefined || rest === undefined ? undefined : [name, rest];
}

/** `GET /templates`, `/templates` or `getStatus` */
function operation(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const [, method, path] = /^(?:([A-Z]+) )?\/?(?:api\/v1\/)?(\S+)$/i.exec(value) ?? [];
  const shape = (text = ''): string => text.replaceAll(/^\/|[{:][^/]*/g, '');
  const byPath = routes.filter(
    (route) =>
      shape(route.path) === shape(path) && (method === undefined || route.method === method.toUpperCase()),
  );
  if (byPath.length === 1) return byPath[0]?.operationId;
  const ids = routes.map(({ operationId }) => operationId);
  const words = value.split(/(?=[A-Z])|\W+/).map((word) => word.toLowerCase());
  const having = ids.filter((id) => words.every((word) => id.toLowerCase().includes(word)));
  return having.length === 1 ? having[0] : nearest(value, ids);
}

function inMap(field: string, inner: string, value: unknown, pattern = /./): string | undefined {
  const isPlain = ['string', 'number'].includes(typeof value) && pattern.test(String(value));
  if (!isPlain) return undefined;
  const text = /^[\w. …]*$/.test(String(value)) ? String(value) : `'${String(value).replaceAll("'", "''")}'`;
  return `${field}: { ${inner}: ${text} }`;
}

function quoted(value: unknown, expected: string): string | undefined {
  const isPlain = typeof value === 'number' || typeof value === 'boolean';
  return isPlain && expected === 'must be a string' ? `'${value}'` : undefined;
}

const parentOf = (pointer: string): string => pointer.slice(0, pointer.lastIndexOf('/'));

function valueAt(root: unknown, pointer: string): unknown {
  return parsePointer(pointer).reduce<unknown>(
    (node, key) =>
      typeof node === 'object' && node !== null ? (node as Record<string, unknown>)[key] : undefined,
    root,
  );
}
