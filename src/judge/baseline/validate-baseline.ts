/** Validates a parsed baseline file and returns all errors. */
import { escapePointerToken } from '../../base/json-pointer.js';
import { routes, type OperationId } from '../../generated/routes.js';
import type { BaselineEntry } from './baseline.js';
import type { RuleMeta } from '../rule.js';
import { getField, isObject } from '../../base/json.js';

export interface BaselineError {
  /** A JSON pointer (RFC 6901). */
  readonly pointer: string;
  readonly message: string;
  readonly hint?: string;
}

const requiredFields = ['rule', 'reason', 'owner', 'expires'] as const;
const allFields: readonly string[] = [...requiredFields, 'message', 'operation'];
const operations = routes.map(({ operationId }) => operationId);

/** @returns the entries, or all errors. An empty file suppresses nothing. */
export function validateBaseline(
  value: unknown,
  rules: readonly RuleMeta[],
): { readonly entries: readonly BaselineEntry[] } | { readonly errors: readonly BaselineError[] } {
  if (value === null || value === undefined) return { entries: [] };
  if (!Array.isArray(value)) {
    const hint = `Each entry needs ${requiredFields.join(', ')}. message and operation are optional and narrow the entry.`;
    return { errors: [{ pointer: '', message: 'A baseline must be a list of known violations.', hint }] };
  }
  const firstIndexes = new Map<string, number>();
  const errors = value.flatMap((entry: unknown, index) => [
    ...validateEntry(entry, `/${index}`, rules),
    ...findDuplicate(entry, index, firstIndexes),
  ]);
  return errors.length > 0 ? { errors } : { entries: value.map(toEntry) };
}

/** Copies the documented fields. */
function toEntry(value: unknown): BaselineEntry {
  const names = allFields.filter((name) => getField(value, name) !== undefined);
  return Object.fromEntries(names.map((name) => [name, getField(value, name)])) as unknown as BaselineEntry;
}

function validateEntry(
  entry: unknown,
  pointer: string,
  rules: readonly RuleMeta[],
): readonly BaselineError[] {
  if (!isObject(entry))
    return [{ pointer, message: `An entry must be an object with ${requiredFields.join(', ')}.` }];
  const unknown = Object.keys(entry).filter((name) => !allFields.includes(name));
  const missing = requiredFields.filter((name) => getField(entry, name) === undefined);
  const wrong = allFields.filter((name) => {
    const value = getField(entry, name);
    return value !== undefined && (typeof value !== 'string' || value.trim() === '');
  });
  return [
    ...missing.map((name) => ({ pointer, message: `The entry has no ${name}.`, hint: hints[name] })),
    ...unknown.map((name) => ({
      pointer: `${pointer}/${escapePointerToken(name)}`,
      message: `The field ${JSON.stringify(name)} is unknown.`,
      hint: `The fields of an entry are ${allFields.join(', ')}.`,
    })),
    ...wrong.map((name) => ({
      pointer: `${pointer}/${name}`,
      message: `${name} must be a string that is not blank.`,
    })),
    ...allFields.flatMap((name) => {
      const value = getField(entry, name);
      const error = wrong.includes(name) ? undefined : validateValue(name, value, rules);
      return error ? [{ pointer: `${pointer}/${name}`, ...error }] : [];
    }),
  ];
}

const hints: Readonly<Record<(typeof requiredFields)[number], string>> = {
  rule: 'Add the id of the failing rule, such as job/terminal-status-is-final.',
  reason: 'Add the reason why you suppress the violation. The report prints it.',
  owner: 'Add the person or team that will fix the violation.',
  expires: 'Add the last day on which the violation is suppressed, such as 2026-12-31.',
};

function validateValue(
  name: string,
  value: unknown,
  rules: readonly RuleMeta[],
): Pick<BaselineError, 'message' | 'hint'> | undefined {
  if (typeof value !== 'string') return undefined;
  if (name === 'rule') return validateRuleId(value, rules);
  if (name === 'expires' && !isDate(value))
    return { message: `${value} is not a date.`, hint: 'Write the date as 2026-12-31.' };
  if (name === 'operation' && !operations.includes(value as OperationId)) {
    return {
      message: `The operation ${value} is unknown.`,
      hint: `The operations are ${operations.join(', ')}.`,
    };
  }
  return undefined;
}

function validateRuleId(
  id: string,
  rules: readonly RuleMeta[],
): Pick<BaselineError, 'message' | 'hint'> | undefined {
  const rule = rules.find((candidate) => candidate.id === id);
  if (rule?.level === 'may')
    return { message: `The rule ${id} cannot fail: its outcome is always info.`, hint: 'Remove the entry.' };
  if (rule) return undefined;
  const topic = id.split('/')[0] ?? '';
  const near = rules.filter((candidate) => candidate.level !== 'may' && candidate.id.startsWith(`${topic}/`));
  const hint =
    near.length > 0 ? `Rules of this topic: ${near.map((candidate) => candidate.id).join(', ')}.` : undefined;
  return {
    message: `The rule ${id} is unknown.`,
    hint: hint ?? 'The report and docs/rules.md list the ids of all rules.',
  };
}

function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

function findDuplicate(
  entry: unknown,
  index: number,
  firstIndexes: Map<string, number>,
): readonly BaselineError[] {
  if (!isObject(entry)) return [];
  const key = JSON.stringify(['rule', 'message', 'operation'].map((name) => getField(entry, name)));
  const first = firstIndexes.get(key);
  if (first === undefined) {
    firstIndexes.set(key, index);
    return [];
  }
  return [
    {
      pointer: `/${index}`,
      message: `The entry suppresses the same violation as entry ${first + 1}.`,
      hint: 'Remove one of the two entries.',
    },
  ];
}
