/** Short scenarios that a test makes longer by the one thing it is about. */
import type { Fault, Scenario, Step } from '../../src/generated/control-api.js';
import { checkScenario } from '../../src/scenario/check.js';
import type { Timeline } from '../../src/scenario/timeline.js';

/** A scenario that is complete at once, changed as told. */
export function story(change: Partial<Scenario> = {}): Scenario {
  return { title: 'A story', description: 'For a test.', steps: [{ complete: null }], ...change };
}

export const playing = (...steps: Step[]): Scenario => story({ steps });

export const failing = (...faults: Fault[]): Scenario => story({ faults });

/** The timeline of a scenario that nothing is wrong with. */
export function timelineOf(document: Scenario, name = 'story'): Timeline {
  const checked = checkScenario(name, document);
  if ('timeline' in checked) return checked.timeline;
  throw new Error(checked.mistakes.map(({ pointer, expected }) => `${pointer} ${expected}`).join('\n'));
}

/** What is wrong with a scenario, each mistake with its place in front. */
export function mistakesIn(document: unknown, name = 'story'): string[] {
  const checked = checkScenario(name, document);
  return 'timeline' in checked
    ? []
    : checked.mistakes.map(({ pointer, expected }) => `${pointer} ${expected}`);
}
