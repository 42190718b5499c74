/** Minimal scenarios. A test adds only the part that it checks. */
import type { Fault, Scenario, Step } from '../../src/generated/control-api.js';
import { checkScenario } from '../../src/scenario/check.js';
import type { Timeline } from '../../src/scenario/timeline.js';

/** A scenario that completes at once, with some fields replaced. */
export function story(change: Partial<Scenario> = {}): Scenario {
  return { title: 'A story', description: 'For a test.', steps: [{ complete: null }], ...change };
}

export const playing = (...steps: Step[]): Scenario => story({ steps });

export const failing = (...faults: Fault[]): Scenario => story({ faults });

/** Compiles a valid scenario; throws if it has mistakes. */
export function timelineOf(document: Scenario, name = 'story'): Timeline {
  const checked = checkScenario(name, document);
  if ('timeline' in checked) return checked.timeline;
  throw new Error(checked.mistakes.map(({ pointer, expected }) => `${pointer} ${expected}`).join('\n'));
}

/** The mistakes in a scenario, each with its pointer in front. */
export function mistakesIn(document: unknown, name = 'story'): string[] {
  const checked = checkScenario(name, document);
  return 'timeline' in checked
    ? []
    : checked.mistakes.map(({ pointer, expected }) => `${pointer} ${expected}`);
}
