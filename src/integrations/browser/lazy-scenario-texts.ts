/**
 * Placeholder scenarios for the texts in the options of a worker. `start()` loads the YAML parser and replaces them, because the parser
 * is a third of the mock server and only pages with texts need it.
 */
import type { DeckhandCore } from '../../app/deckhand-core.js';
import type { DeckhandOptions } from '../../app/options/deckhand-options.js';
import { setParser } from '../../app/lazy-scenario-parser.js';
import { combineErrors, isScenarioNameInput, parseScenarioInput } from '../../app/scenario-input.js';
import { addScenarios, type ScenariosOption } from '../../app/options/scenarios.js';
import { bundledScenarios } from '../../generated/bundled-scenarios.js';
import type { Scenario } from '../../generated/control-api.js';

type ScenarioOptions = Pick<DeckhandOptions, 'scenario' | 'scenarios'>;

const PLACEHOLDER: Scenario = bundledScenarios['happy-path'] ?? {
  title: 'Not read yet',
  steps: [{ complete: null }],
};

/** The options with placeholders instead of texts. */
export function withPlaceholders({ scenario, scenarios }: ScenarioOptions): ScenarioOptions {
  const groups = scenarios === undefined ? [] : [scenarios].flat().map(replaceTexts);
  return {
    ...(scenario !== undefined && { scenario: isText(scenario) ? PLACEHOLDER : scenario }),
    ...(scenarios !== undefined && { scenarios: groups }),
  };
}

/**
 * Replaces the placeholders by the scenarios of the options. Loads the parser if there are texts.
 * @throws UserError with every error in the texts, each with its file, line and column
 */
export async function loadScenarioTexts(
  { library }: DeckhandCore,
  { scenario, scenarios }: ScenarioOptions,
): Promise<void> {
  const groups = scenarios === undefined ? [] : [scenarios].flat();
  const hasTexts = groups.some((group) => typeof group === 'object' && Object.values(group).some(isText));
  if (!hasTexts && !isText(scenario)) return;
  const { compileScenarioText } = await import('../../scenario/compile-text.js');
  setParser(compileScenarioText);
  const errors = addScenarios(groups, library);
  if (errors.length > 0) throw combineErrors(errors);
  if (isText(scenario)) library.set(parseScenarioInput(scenario as { yaml: string }).timeline);
}

function replaceTexts(
  group: Exclude<ScenariosOption, readonly unknown[]>,
): Exclude<ScenariosOption, readonly unknown[]> {
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
