/** Reads the texts of scenarios on disk, from the given folders and files only: `findScenarioFile` rejects links out of them. */
import { resolve } from 'node:path';
import type { ScenarioSources, ScenarioFileText } from '../service/control/workspace-context.js';
import { findScenarioFile, relativePath, readScenarioText } from './list-scenario-files.js';

export class ScenarioSourceFiles implements ScenarioSources {
  readonly #userPaths: readonly string[];
  readonly #bundledFolder: string | undefined;

  /**
   * @param userFolders the user's folders and files; later ones override earlier ones
   * @param bundled the folder of the bundled scenarios; all others override it
   */
  constructor(userFolders: readonly string[], bundled?: string) {
    this.#userPaths = userFolders.map((folder) => resolve(folder));
    this.#bundledFolder = bundled === undefined ? undefined : resolve(bundled);
  }

  read(name: string): ScenarioFileText | undefined {
    const bundled = this.#bundledFolder === undefined ? [] : [this.#bundledFolder];
    const file = findScenarioFile(name, [...bundled, ...this.#userPaths]);
    return file === undefined ? undefined : { file: relativePath(file), text: readScenarioText(file) };
  }
}
