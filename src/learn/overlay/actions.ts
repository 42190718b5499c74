/** The building blocks of an overlay: JSONPaths, actions, and observations. */
import type { PlaceReport } from '../learn-report.js';
import type { Action } from './overlay.js';

/** A member name, an index, any member (`*`), or several names. */
export type Step = string | number | readonly string[];

/** A JSONPath in the short notation of RFC 9535. */
export function pathText(steps: readonly Step[]): string {
  return `$${steps.map(stepText).join('')}`;
}

function stepText(step: Step): string {
  if (typeof step === 'number') return `[${step}]`;
  if (typeof step !== 'string') return `[${step.map(quoted).join(',')}]`;
  if (step === '*') return '[*]';
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(step) ? `.${step}` : `[${quoted(step)}]`;
}

const quoted = (name: string) =>
  `'${JSON.stringify(name).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;

export function update(at: readonly Step[], value: unknown, description: string): Action {
  return { target: pathText(at), description, update: value };
}

export function remove(at: readonly Step[], description: string): Action {
  return { target: pathText(at), description, remove: true };
}

/** The value of `x-observed`. */
export interface Observed {
  readonly count: number;
  /** The time of the newest observation. */
  readonly date: string;
  /** The count of each observed answer. */
  readonly answers: Readonly<Record<string, number>>;
  /** Where each answer was seen first, such as `session.har, entry 17`. */
  readonly first?: Readonly<Record<string, string>>;
  readonly example?: unknown;
  /** The undocumented fields that every observed body has. */
  readonly always?: readonly string[];
}

export function observedOf({ count, date, answers, example }: PlaceReport, withExample = false): Observed {
  const first = answers.flatMap(({ what, source }) =>
    source === undefined ? [] : [[what, source] as const],
  );
  return {
    count,
    date,
    answers: Object.fromEntries(answers.map(({ what, count: times }) => [what, times])),
    ...(first.length > 0 && { first: Object.fromEntries(first) }),
    ...(withExample && example !== undefined && { example }),
  };
}
