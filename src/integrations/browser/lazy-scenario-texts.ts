/**
 * The texts of scenarios in the options of a worker. `start()` reads them, because the parser is a third of the mock server, and
 * only pages with texts load it. Placeholder scenarios until the YAML parser is loaded.
 */
import type { DeckhandCore } from '../../app/deckhand-core.js';
import type { DeckhandOptions } from '../../app/options/deckhand-options.js';
import { setParser } from '../../app/lazy-scenario-parser.js';
import { combineErrors, isScenarioNameInput, parseScenarioInput } from '../../app/scenario-input.js';
import { addScenarios, type Scenarios } from '../../app/options/scenarios.js';
import { bundledScenarios } from '../../generated/bundled-scenarios.js';
import type { Scenario } from '../../generated/control-api.js';

type ScenarioOptions = Pick<DeckhandOptions, 'scenario' | 'scenarios'>;

const PLACEHOLDER: Scenario = bundledScenarios['happy-path'] ?? {
  title: 'Not read yet',
  steps: [{ complete: null }],
};

/** The options without their texts; the same if they have none. */
export function withPlaceholders({ scenario, scenarios }: ScenarioOptions): ScenarioOptions {
  const groups = scenarios === undefined ? [] : [scenarios].flat().map(withoutTextsIn);
  return {
    ...(scenario !== undefined && { scenario: isText(scenario) ? PLACEHOLDER : scenario }),
    ...(scenarios !== undefined && { scenarios: groups }),
  };
}

/**
 * Replaces the scenarios of `withPlaceholders` by those of the options. Loads the parser if there are texts.
 * @throws UserError with every mistake in the texts, each with its file, line and column
 */
export async function loadScenarioTexts(
  { library }: DeckhandCore,
  { scenario, scenarios }: ScenarioOptions,
): Promise<void> {
  const groups = scenarios === undefined ? [] : [scenarios].flat();
  const hasTexts = groups.some((group) => typeof group === 'object' && Object.values(group).some(isText));
  if (!hasTexts && !isText(scenario)) return;
  const { compileScenarioText: parseScenario } = await import('../../scenario/compile-text.js');
  setParser(parseScenario);
  const errors = addScenarios(groups, library);
  if (errors.length > 0) throw combineErrors(errors);
  if (isText(scenario)) library.set(parseScenarioInput(scenario as { yaml: string }).timeline);
}

function withoutTextsIn(
  group: Exclude<Scenarios, readonly unknown[]>,
): Exclude<Scenarios, readonly unknown[]> {
  if (typeof group !== 'object') return group;
  return Object.fromEntries(
    Object.entries(group).map(([name, source]) => [name, isText(source) ? PLACEHOLDER : source]),
  );
}

function isText(source: unknown): boolean {
  if (typeof source === 'string') return !isScenarioNameInput(source);
  if (typeof source !== 'object' || source === null || 'steps' in source) return false;
  return 'yaml' in source || ('default' in source && isText(source.default));
}
