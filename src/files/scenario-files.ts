/** Finds and reads scenario files. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, extname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ScenarioLibrary } from '../scenario/library.js';
import { parseScenario, type ParsedScenario } from '../scenario/parse.js';
import { UserError } from '../base/user-error.js';
import { isMissing, whyUnlisted, whyUnread } from './file-trouble.js';

/** The folder of the bundled scenarios. */
export const BUNDLED_SCENARIOS = fileURLToPath(new URL('../../scenarios/', import.meta.url));

const ENDINGS = ['.yaml', '.yml', '.json'];
const SCHEMA_FILE = 'scenario.schema.json';

export function isScenarioFile(file: string): boolean {
  const name = basename(file);
  return ENDINGS.includes(extname(name)) && name !== SCHEMA_FILE && !name.startsWith('.');
}

/**
 * The scenario files of a folder, sorted by name.
 * @throws UserError (`bad-directory`) when the folder cannot be read, or when two files have the same scenario name
 */
export function listScenarioFiles(directory: string): string[] {
  const files = filesIn(directory);
  for (const [index, file] of files.entries()) {
    const before = files[index - 1];
    if (before !== undefined && scenarioName(before) === scenarioName(file)) throw sameName([before, file]);
  }
  return files;
}

/**
 * The file of the scenario with this name. Later folders override earlier ones; missing folders are skipped.
 * @throws UserError (`bad-directory`) when a folder cannot be read, or when it has two such files
 */
export function scenarioFileNamed(name: string, directories: readonly string[]): string | undefined {
  return directories
    .filter((directory) => existsSync(directory))
    .flatMap((directory) => {
      const files = filesIn(directory).filter((file) => scenarioName(file) === name);
      if (files.length > 1) throw sameName(files);
      return files;
    })
    .at(-1);
}

function filesIn(directory: string): string[] {
  const list = () => readdirSync(directory).filter(isScenarioFile).sort();
  const names = reading(`The scenarios folder ${directory}`, list, {
    why: whyUnlisted,
    missing: 'Make it first; it may be empty.',
  });
  return names.map((name) => join(directory, name));
}

function sameName(files: readonly string[]): UserError {
  const [file = ''] = files;
  const which = `${files.map((each) => basename(each)).join(' and ')} in ${shown(dirname(file)) || '.'}`;
  return new UserError('bad-directory', `Two files are the scenario ${scenarioName(file)}: ${which}.`);
}

/** The name of a scenario: the file name without the extension. */
export function scenarioName(file: string): string {
  return basename(file, extname(file));
}

/**
 * Reads one scenario file. Mistakes in the file are returned.
 * @throws UserError (`bad-directory`) when the file cannot be read
 */
export function readScenarioFile(file: string): ParsedScenario {
  return parseScenario({ name: scenarioName(file), file: shown(file), text: textOfScenario(file) });
}

/** @throws UserError (`bad-directory`) when the file cannot be read, or is not a regular file: a pipe can be endless */
export function textOfScenario(file: string): string {
  return reading(`The scenario file ${file}`, () => {
    const found = statSync(file);
    if (!found.isFile() && !found.isDirectory()) throw new Error('It is no file.');
    return readFileSync(file, 'utf8');
  });
}

/**
 * @param missing the hint when it does not exist
 * @throws UserError with the reason in words
 */
function reading<T>(
  what: string,
  read: () => T,
  { why = whyUnread, missing }: { why?: typeof whyUnread; missing?: string } = {},
): T {
  try {
    return read();
  } catch (cause) {
    throw new UserError('bad-directory', `${what} cannot be read. ${why(cause)}`, {
      cause,
      ...(missing !== undefined && isMissing(cause) && { hint: missing }),
    });
  }
}

/** Adds all scenarios of the folders to the library; later folders override earlier ones. Returns the errors. */
export function loadScenarios(directories: readonly string[], library: ScenarioLibrary): UserError[] {
  const errors: UserError[] = [];
  for (const file of directories.flatMap(listScenarioFiles)) {
    const parsed = readScenarioFile(file);
    if ('timeline' in parsed) library.put(parsed.timeline);
    else {
      library.setErrors(scenarioName(file), parsed.errors);
      errors.push(...parsed.errors);
    }
  }
  return errors;
}

/** A path for messages: relative if it is below the current folder, else unchanged. */
export function shown(file: string): string {
  const short = relative(process.cwd(), file);
  return short.startsWith('..') ? file : short;
}
