/** Minimal scenarios. A test adds only the part that it checks. */
import type { Fault, Scenario, Step } from '../../src/generated/control-api.js';
import { compileScenarioObject } from '../../src/scenario/compile-object.js';
import type { Timeline } from '../../src/scenario/timeline.js';

/** A scenario that completes at once, with some fields replaced. */
export function completingScenario(change: Partial<Scenario> = {}): Scenario {
  return { title: 'A story', description: 'For a test.', steps: [{ complete: null }], ...change };
}

export const scenarioOfSteps = (...steps: Step[]): Scenario => completingScenario({ steps });

export const scenarioWithFaults = (...faults: Fault[]): Scenario => completingScenario({ faults });

/** Compiles a valid scenario; throws if it has mistakes. */
export function compileOrThrow(document: Scenario, name = 'story'): Timeline {
  const checked = compileScenarioObject(name, document);
  if ('timeline' in checked) return checked.timeline;
  throw new Error(checked.issues.map(({ pointer, detail }) => `${pointer} ${detail}`).join('\n'));
}

/** The mistakes in a scenario, each with its pointer in front. */
export function issuesOf(document: unknown, name = 'story'): string[] {
  const checked = compileScenarioObject(name, document);
  return 'timeline' in checked ? [] : checked.issues.map(({ pointer, detail }) => `${pointer} ${detail}`);
}
