/** Minimal scenarios. A test adds only the part that it checks. */
import type { Fault, Scenario, Step } from '../../src/generated/control-api.js';
import { compileScenarioObject } from '../../src/scenario/compile-object.js';
import type { Timeline } from '../../src/scenario/timeline.js';

/** A scenario that completes immediately, with some fields replaced. */
export function completingScenario(change: Partial<Scenario> = {}): Scenario {
  return { title: 'A scenario', description: 'For a test.', steps: [{ complete: null }], ...change };
}

export const scenarioOfSteps = (...steps: Step[]): Scenario => completingScenario({ steps });

export const scenarioWithFaults = (...faults: Fault[]): Scenario => completingScenario({ faults });

/** Compiles a valid scenario; throws if it has issues. */
export function compileOrThrow(document: Scenario, name = 'test'): Timeline {
  const compiled = compileScenarioObject(name, document);
  if ('timeline' in compiled) return compiled.timeline;
  throw new Error(compiled.issues.map(({ pointer, detail }) => `${pointer} ${detail}`).join('\n'));
}

/** The issues in a scenario, each after its pointer. */
export function issuesOf(document: unknown, name = 'test'): string[] {
  const compiled = compileScenarioObject(name, document);
  return 'timeline' in compiled ? [] : compiled.issues.map(({ pointer, detail }) => `${pointer} ${detail}`);
}
