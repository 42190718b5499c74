/** What a person did on the wall, with its time: "Save steps" writes it as the file that `deckhand wall --do` plays. */
import { computed, signal } from '@preact/signals';
import type { KeptStep } from '../../wall/wall-types.js';
import { downloadBlob } from '../parts/download.js';
import { elapsed } from './state.js';

type UntimedStep = KeptStep extends infer Step
  ? Step extends unknown
    ? Omit<Step, 'at' | 'in'>
    : never
  : never;

const steps = signal<readonly KeptStep[]>([]);
/** How many steps lead to a moment, by its id. */
const counts = new Map<number, number>();
/** How many lead to what is shown. Others are of the kept future. */
const shown = signal(0);

export const hasSteps = computed(() => shown.value > 0);

/** @param only the one scenario that does it */
export function recordStep(step: UntimedStep, only?: string): void {
  const at = `${Math.round(elapsed.value) / 1000}s`;
  const own = { at, ...(only !== undefined && { in: [only] }), ...step } as KeptStep;
  const before = steps.value.slice(0, shown.value);
  const last = before.at(-1);
  // Each letter is a step of the mirror. The file has the whole text.
  steps.value = [...(last && replaces(own, last) ? before.slice(0, -1) : before), own];
  shown.value = steps.value.length;
}

/** Whether a step makes the one before it superfluous: the same element, filled, selected or scrolled again. */
function replaces(step: KeptStep, before: KeptStep): boolean {
  if (step.do !== before.do || !['fill', 'select', 'scroll'].includes(step.do)) return false;
  const targetOf = (one: KeptStep): string => JSON.stringify([one.at, one.in, 'on' in one && one.on]);
  return targetOf(step) === targetOf(before);
}

export function keepSteps(moment: number): void {
  counts.set(moment, shown.value);
}

/** Shows the steps of a moment. Later ones stay until somebody acts. */
export function showSteps(moment: number): void {
  shown.value = counts.get(moment) ?? 0;
}

export function forgetSteps(): void {
  counts.clear();
  [steps.value, shown.value] = [[], 0];
}

/** Offers the file, with one step a line. */
export function saveSteps(): void {
  const lines = steps.value.slice(0, shown.value).map((step) => `    ${JSON.stringify(step)}`);
  const text = `{\n  "steps": [\n${lines.join(',\n')}\n  ]\n}\n`;
  downloadBlob('steps.json', new Blob([text], { type: 'application/json' }));
}
