/**
 * `deckhand/scenarios`: the names of scenarios as types. `deckhand scenario types` writes a declaration that adds the names of your own
 * scenarios. This module has no code at run time.
 */
import type { BundledScenario } from '../generated/bundled-scenarios.js';

/**
 * The names of your own scenarios. Extend it by a declaration, which `deckhand scenario types` writes:
 * `declare module 'deckhand/scenarios' { interface OwnScenarios { checkout: true } }`
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- declarations of users extend it.
export interface OwnScenarios {}

/** The name of a scenario: a bundled one, or one of your own that a declaration adds. */
export type ScenarioName = BundledScenario | Extract<keyof OwnScenarios, string>;

export type { BundledScenario };
