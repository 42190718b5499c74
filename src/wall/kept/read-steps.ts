/** Checks the steps of a file. Each mistake says where it is and what is expected. */
import { isObject, fieldOf } from '../../base/json.js';
import { parseDuration } from '../../scenario/duration.js';
import type { KeptStep } from '../wall-types.js';
import type { PlannedStep } from './stage.js';

export interface StepMistake {
  /** A JSON pointer into the file. */
  readonly pointer: string;
  readonly message: string;
}

const TEXTS = {
  click: [],
  key: ['key', 'code', 'modifiers'],
  fill: ['value'],
  select: [],
  submit: [],
  scroll: [],
  visit: ['path'],
} as const;
const NUMBERS = { select: ['from', 'to'], scroll: ['x', 'y'] } as const;
const WAYS = [['testId', 'attribute'], ['role', 'name'], ['label'], ['css']];
const WAY =
  'Expected [{ "role": "button", "name": "Save" }], with a role and name, a label, a testId and attribute, or css.';

/** @returns the steps with their times, or the first mistake */
export function readSteps(
  value: unknown,
): { readonly steps: readonly PlannedStep[] } | { readonly mistake: StepMistake } {
  const list = fieldOf(value, 'steps');
  if (!Array.isArray(list))
    return { mistake: { pointer: '', message: 'A file of steps has a list. Expected { "steps": [ … ] }.' } };
  const steps: PlannedStep[] = [];
  for (const [index, step] of list.entries()) {
    const pointer = `/steps/${index}`;
    const wrong = mistakeIn(step, pointer);
    if (wrong) return { mistake: wrong };
    const known = withDefaults(step as KeptStep);
    const at = parseDuration(known.at) ?? 0;
    const before = steps.at(-1)?.at ?? 0;
    if (at < before)
      return {
        mistake: {
          pointer: `${pointer}/at`,
          message: `Step ${index + 1} is earlier than the step before it. Expected steps in the order of their times.`,
        },
      };
    steps.push({ at, step: known });
  }
  return { steps };
}

function mistakeIn(step: unknown, pointer: string): StepMistake | undefined {
  const wrong = (field: string, expected: string): StepMistake => ({
    pointer: field === '' ? pointer : `${pointer}/${field}`,
    message: `${field === '' ? 'This step' : `"${field}" of this step`} is wrong. ${expected}`,
  });
  if (!isObject(step))
    return wrong('', 'Expected an object such as { "at": "0s", "do": "click", "on": […] }.');
  const kind = step['do'];
  if (typeof kind !== 'string' || !Object.hasOwn(TEXTS, kind))
    return wrong('do', `Expected ${Object.keys(TEXTS).join(', ')}.`);
  const doing = kind as KeptStep['do'];
  const { at = '', in: names } = step;
  if (typeof at !== 'string' || parseDuration(at) === undefined)
    return wrong('at', 'Expected a time since the start, such as "0s" or "4.5s".');
  if (
    names !== undefined &&
    !(Array.isArray(names) && names.length > 0 && names.every((name) => typeof name === 'string'))
  )
    return wrong('in', 'Expected names of scenarios, such as ["asks-a-question"].');
  for (const field of TEXTS[doing])
    if (typeof step[field] !== 'string' && !(doing === 'key' && field !== 'key' && step[field] === undefined))
      return wrong(field, 'Expected a text.');
  if (doing === 'visit' && !String(step['path']).startsWith('/'))
    return wrong('path', 'Expected a path of the app, such as "/decks".');
  for (const field of doing === 'select' || doing === 'scroll' ? NUMBERS[doing] : [])
    if (typeof step[field] !== 'number') return wrong(field, 'Expected a number.');
  return doing === 'visit' || isTarget(step['on']) ? undefined : wrong('on', WAY);
}

function isTarget(on: unknown): boolean {
  return (
    Array.isArray(on) &&
    on.length > 0 &&
    on.every((way) => WAYS.some((fields) => fields.every((field) => typeof fieldOf(way, field) === 'string')))
  );
}

/** What a person who writes a step leaves out. */
function withDefaults(step: KeptStep): KeptStep {
  if (step.do === 'fill') return { ...step, isDone: (step as { isDone?: boolean }).isDone ?? true };
  if (step.do !== 'key') return step;
  const { code, modifiers } = step as { code?: string; modifiers?: string };
  return { ...step, code: code ?? step.key, modifiers: modifiers ?? '' };
}
