/** Generates a TypeScript declaration of a project's scenarios, so that an unknown name is a compile error. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { UserError } from '../base/user-error.js';
import { isScenarioName } from '../scenario/scenario-name.js';
import { scenarioName } from '../scenario/file-name.js';
import { writeErrorReason } from './file-error-reason.js';
import { readScenarioFile } from './load-scenarios.js';
import { listScenarioFiles, relativePath } from './list-scenario-files.js';

/** The default file of the declaration. */
export function defaultTypesFile(root: string): string {
  // Next to the code, like `vite-env.d.ts`.
  return join(existsSync(join(root, 'src')) ? join(root, 'src') : root, 'deckhand-env.d.ts');
}

export interface ScenarioTypes {
  readonly text: string;
  readonly names: readonly string[];
}

/**
 * @param paths folders of scenario files, or files
 * @throws UserError when a folder or a file cannot be read
 */
export function generateScenarioTypes(paths: readonly string[]): ScenarioTypes {
  const files = new Map(paths.flatMap(listScenarioFiles).map((file) => [scenarioName(file), file]));
  const names = [...files.keys()].filter(isScenarioName).sort();
  const fields = names.map((name) => `${docComment(readTitle(files.get(name) ?? ''))}    '${name}': true;\n`);
  // The linter of the user must not ask for another style in a file that is written anew.
  const text = `/* eslint-disable */
// Written by \`deckhand scenario types\`. It makes the names of your scenarios known to TypeScript.
export {};

declare module 'deckhand/scenarios' {
  interface CustomScenarios {
${fields.join('')}  }
}
`;
  return { text, names };
}

/**
 * Writes the file if its text changes.
 * @returns whether it was written
 * @throws UserError when it cannot be written
 */
export function writeIfChanged(file: string, text: string): boolean {
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return false;
  try {
    writeFileSync(file, text);
    return true;
  } catch (cause) {
    throw new UserError('invalid-option', `${relativePath(file)} cannot be written.`, {
      hint: existsSync(dirname(file))
        ? writeErrorReason(cause)
        : `Create the folder of ${basename(file)} first.`,
      cause,
    });
  }
}

/** An invalid file has no title, but its name stays declared, so that the error does not spread to the compiler. */
function readTitle(file: string): string | undefined {
  const parsed = readScenarioFile(file);
  return 'timeline' in parsed ? parsed.timeline.title : undefined;
}

function docComment(title: string | undefined): string {
  return title === undefined ? '' : `    /** ${title.replaceAll(/\s+/g, ' ').replaceAll('*/', '*\\/')} */\n`;
}
