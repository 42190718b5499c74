/** The option `scenarios`: folders and files in Node, and scenarios by name everywhere. */
import { bundledScenarios } from '../../generated/bundled-scenarios.js';
import type { Scenario } from '../../generated/control-api.js';
import { UserError } from '../../base/user-error.js';
import { listScenarioFiles } from '../../files/list-scenario-files.js';
import { isScenarioFile, scenarioName } from '../../scenario/file-name.js';
import type { CompilationResult } from '../../scenario/compile-text.js';
import { ScenarioLibrary } from '../../scenario/library.js';
import {
  combineErrors,
  isScenarioText,
  compileScenarioFile,
  compileScenarioDefinition,
} from '../scenario-input.js';

/** Scenarios by name. A key can also be the path of a file, as `import.meta.glob` gives it: `./scenarios/checkout.yaml`. */
export type ScenarioMap = Readonly<Record<string, Scenario | { readonly yaml: string } | string>>;

/** A folder of scenario files or one file (Node), or scenarios by name; or several of them. Later ones override earlier ones. */
export type ScenariosOption = string | ScenarioMap | readonly (string | ScenarioMap)[];

/**
 * The bundled scenarios and those of the option.
 * @throws UserError with every error in them
 */
export function createScenarioLibrary(scenarios: ScenariosOption = {}): ScenarioLibrary {
  const library = new ScenarioLibrary();
  const errors = addScenarios([bundledScenarios, ...[scenarios].flat()], library);
  if (errors.length > 0) throw combineErrors(errors);
  return library;
}

/**
 * Adds all scenarios to the library. Returns the errors of invalid scenarios.
 * @throws UserError when a folder or a file cannot be read, or the option has another type
 */
export function addScenarios(option: ScenariosOption, library: ScenarioLibrary): UserError[] {
  const groups: readonly unknown[] = Array.isArray(option) ? option : [option];
  return groups.flatMap((group) => addGroup(group, library));
}

function addGroup(group: unknown, library: ScenarioLibrary): readonly UserError[] {
  if (typeof group === 'string' && !isScenarioText(group))
    return listScenarioFiles(group).flatMap((file) =>
      addParsed(scenarioName(file), compileScenarioFile(file), library),
    );
  if (typeof group !== 'object' || group === null || Array.isArray(group)) throw unsupportedEntry(group);
  return Object.entries(group).flatMap(([key, source]) => {
    const [name, file] = isScenarioFile(key) ? [scenarioName(key), key] : [key, `scenarios.${key}`];
    return addParsed(name, compileScenarioDefinition(name, source, file), library);
  });
}

function addParsed(name: string, parsed: CompilationResult, library: ScenarioLibrary): readonly UserError[] {
  if ('timeline' in parsed) {
    library.set(parsed.timeline);
    return [];
  }
  library.setErrors(name, parsed.errors);
  return parsed.errors;
}

function unsupportedEntry(group: unknown): UserError {
  const isNameless = typeof group === 'string';
  return new UserError(
    'invalid-option',
    isNameless
      ? 'scenarios has the text of a scenario without a name.'
      : `Invalid value in scenarios: ${group === null ? 'null' : `an entry of the type ${typeof group}`}.`,
    { hint: "Pass a folder such as './scenarios', a file, or scenarios by name: { checkout: text }." },
  );
}
