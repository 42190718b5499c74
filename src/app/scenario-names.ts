/** `deckhand/scenarios`: the names of scenarios, and the scenarios that options accept, as types. It has no code at run time. */
import type { BundledScenario } from '../generated/bundled-scenarios.js';
import type { Scenario } from '../generated/control-api.js';

/**
 * The names of your scenarios. Extend it with a declaration, which `deckhand scenario types` writes:
 * `declare module 'deckhand/scenarios' { interface CustomScenarios { checkout: true } }`
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- declarations of users extend it.
export interface CustomScenarios {}

/** The name of a scenario: a bundled one, or one that a declaration adds. */
export type ScenarioName = BundledScenario | Extract<keyof CustomScenarios, string>;

export type { BundledScenario };

/** The path of a scenario file, in Node. Relative paths start at the current folder. */
export type ScenarioFile = `${string}.yaml` | `${string}.yml` | `${string}.json`;

/** A scenario: an object, the text of a YAML file, or, in Node, the path of a file. */
export type ScenarioDefinition = Scenario | { readonly yaml: string } | ScenarioFile | `${string}\n${string}`;

/** The name of a scenario, or a scenario. */
export type ScenarioInput = ScenarioName | ScenarioDefinition;
