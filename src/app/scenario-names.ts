/** `deckhand/scenarios`: the names of scenarios, as types. It has no code at run time. */
import type { BundledScenario } from '../generated/bundled-scenarios.js';

/**
 * The names of your scenarios. Extend it with a declaration, which `deckhand scenario types` writes:
 * `declare module 'deckhand/scenarios' { interface CustomScenarios { checkout: true } }`
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- declarations of users extend it.
export interface CustomScenarios {}

/** The name of a scenario: a bundled one, or one that a declaration adds. */
export type ScenarioName = BundledScenario | Extract<keyof CustomScenarios, string>;
