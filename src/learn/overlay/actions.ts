/** The words in which an overlay is written: paths, what is removed, what is merged, and what an observation says. */
import type { LearntPlace } from '../learnt.js';
import type { Action } from './overlay.js';

/** A member, the index of one, any (`*`), or several. */
export type Step = string | number | readonly string[];

/** The path in the shortest form that RFC 9535 has for it. */
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

/** What an `x-observed` says. */
export interface Observed {
  readonly count: number;
  /** Of the newest observation, on the journal's clock. */
  readonly date: string;
  /** Each answer, and how often it was given. */
  readonly answers: Readonly<Record<string, number>>;
  readonly example?: unknown;
  /** Of further fields: those that were always there. */
  readonly always?: readonly string[];
}

export function observedOf({ count, date, answers, example }: LearntPlace, withExample = false): Observed {
  return {
    count,
    date,
    answers: Object.fromEntries(answers.map(({ what, count: times }) => [what, times])),
    ...(withExample && example !== undefined && { example }),
  };
}
