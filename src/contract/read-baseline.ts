/** Reads the value of a baseline file, and finds every mistake in it. Parsing and printing are its caller's. */
import { routes, type OperationId } from '../generated/routes.js';
import type { BaselineEntry } from './baseline.js';
import type { RuleFacts } from './rule.js';
import { fieldOf, isObject } from './trace/answer.js';

/** Something wrong with a baseline. */
export interface BaselineMistake {
  /** Where in the value (RFC 6901). */
  readonly pointer: string;
  readonly message: string;
  readonly hint?: string;
}

const needed = ['rule', 'reason', 'owner', 'expires'] as const;
const known: readonly string[] = [...needed, 'message', 'operation'];
const operations = routes.map(({ operationId }) => operationId);

/** The entries, or everything that is wrong with them. An empty file accepts nothing. */
export function readBaseline(
  value: unknown,
  rules: readonly RuleFacts[],
): { readonly entries: readonly BaselineEntry[] } | { readonly mistakes: readonly BaselineMistake[] } {
  if (value === null || value === undefined) return { entries: [] };
  if (!Array.isArray(value)) {
    const hint = `Each entry has ${needed.join(', ')}; and message or operation, if it shall accept less.`;
    return { mistakes: [{ pointer: '', message: 'A baseline is a list of known violations.', hint }] };
  }
  const seen = new Map<string, number>();
  const mistakes = value.flatMap((entry: unknown, index) => [
    ...entryMistakes(entry, `/${index}`, rules),
    ...repeated(entry, index, seen),
  ]);
  return mistakes.length > 0 ? { mistakes } : { entries: value.map(entryOf) };
}

/** The fields by name: what a prototype lends is none of them. */
function entryOf(value: unknown): BaselineEntry {
  const names = known.filter((name) => fieldOf(value, name) !== undefined);
  return Object.fromEntries(names.map((name) => [name, fieldOf(value, name)])) as unknown as BaselineEntry;
}

function entryMistakes(entry: unknown, at: string, rules: readonly RuleFacts[]): readonly BaselineMistake[] {
  if (!isObject(entry)) return [{ pointer: at, message: `An entry has ${needed.join(', ')}.` }];
  const unknown = Object.keys(entry).filter((name) => !known.includes(name));
  const missing = needed.filter((name) => fieldOf(entry, name) === undefined);
  const wrong = known.filter((name) => {
    const value = fieldOf(entry, name);
    return value !== undefined && (typeof value !== 'string' || value.trim() === '');
  });
  return [
    ...missing.map((name) => ({ pointer: at, message: `The entry has no ${name}.`, hint: hints[name] })),
    ...unknown.map((name) => ({
      pointer: `${at}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
      message: `There is no field ${JSON.stringify(name)} in an entry.`,
      hint: `Fields are ${known.join(', ')}.`,
    })),
    ...wrong.map((name) => ({ pointer: `${at}/${name}`, message: `${name} is a text.` })),
    ...known.flatMap((name) => {
      const value = fieldOf(entry, name);
      const mistake = wrong.includes(name) ? undefined : valueMistake(name, value, rules);
      return mistake ? [{ pointer: `${at}/${name}`, ...mistake }] : [];
    }),
  ];
}

const hints: Readonly<Record<(typeof needed)[number], string>> = {
  rule: 'The id of the rule that fails, such as job/terminal-is-final.',
  reason: 'Why it is accepted, for whoever reads the report.',
  owner: 'Who sees to it that it goes away.',
  expires: 'The last day on which it is accepted, such as 2026-12-31.',
};

function valueMistake(
  name: string,
  value: unknown,
  rules: readonly RuleFacts[],
): Pick<BaselineMistake, 'message' | 'hint'> | undefined {
  if (typeof value !== 'string') return undefined;
  if (name === 'rule') return ruleMistake(value, rules);
  if (name === 'expires' && !isDay(value)) return { message: `${value} is no day.`, hint: hints.expires };
  if (name === 'operation' && !operations.includes(value as OperationId)) {
    return { message: `There is no operation ${value}.`, hint: `Operations are ${operations.join(', ')}.` };
  }
  return undefined;
}

function ruleMistake(
  id: string,
  rules: readonly RuleFacts[],
): Pick<BaselineMistake, 'message' | 'hint'> | undefined {
  const rule = rules.find((candidate) => candidate.id === id);
  if (rule?.level === 'may') return { message: `${id} never fails: it only says what was observed.` };
  if (rule) return undefined;
  const topic = id.split('/')[0] ?? '';
  const near = rules.filter((candidate) => candidate.level !== 'may' && candidate.id.startsWith(`${topic}/`));
  const hint =
    near.length > 0 ? `Rules on that topic: ${near.map((candidate) => candidate.id).join(', ')}.` : undefined;
  return {
    message: `There is no rule ${id}.`,
    hint: hint ?? 'The ids stand in the report, and in docs/rules.md.',
  };
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

function repeated(entry: unknown, index: number, seen: Map<string, number>): readonly BaselineMistake[] {
  if (!isObject(entry)) return [];
  const key = JSON.stringify(['rule', 'message', 'operation'].map((name) => fieldOf(entry, name)));
  const first = seen.get(key);
  if (first === undefined) {
    seen.set(key, index);
    return [];
  }
  return [{ pointer: `/${index}`, message: `The entry accepts the same as entry ${first + 1}.` }];
}
