/** Reads and parses scenario files. */
import type { UserError } from '../base/user-error.js';
import { scenarioName } from '../scenario/file-name.js';
import type { ScenarioLibrary } from '../scenario/library.js';
import { compileScenarioText, type CompilationResult } from '../scenario/compile-text.js';
import { listScenarioFiles, relativePath, readScenarioText } from './list-scenario-files.js';

/**
 * Reads one scenario file. Errors in the file are returned.
 * @param name the name of the scenario. Default: the name of the file
 * @throws UserError (`invalid-path`) when the file cannot be read
 */
export function readScenarioFile(file: string, name = scenarioName(file)): CompilationResult {
  return compileScenarioText({ name, file: relativePath(file), text: readScenarioText(file) });
}

/** Adds all scenarios of the folders to the library; later folders override earlier ones. Returns the errors. */
export function loadScenarios(directories: readonly string[], library: ScenarioLibrary): UserError[] {
  const errors: UserError[] = [];
  for (const file of directories.flatMap(listScenarioFiles)) {
    const parsed = readScenarioFile(file);
    if ('timeline' in parsed) library.set(parsed.timeline);
    else {
      library.setErrors(scenarioName(file), parsed.errors);
      errors.push(...parsed.errors);
    }
  }
  return errors;
}
