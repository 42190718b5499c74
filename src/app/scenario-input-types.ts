/** The scenarios that options and methods accept, as types. */
import type { Scenario } from '../generated/control-api.js';
import type { ScenarioName } from './scenario-names.js';

/** The path of a scenario file, in Node. Relative paths start at the current folder. */
export type ScenarioFile = `${string}.yaml` | `${string}.yml` | `${string}.json`;

/** A scenario: an object, the text of a YAML file, or, in Node, the path of a file. */
export type ScenarioDefinition = Scenario | { readonly yaml: string } | ScenarioFile | `${string}\n${string}`;

/** The name of a scenario, or a scenario. */
export type ScenarioInput = ScenarioName | ScenarioDefinition;
