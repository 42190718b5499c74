/** Reads the texts of scenarios on disk, never outside the folders of the mock server. */
import { resolve } from 'node:path';
import type { ScenarioSources, ScenarioFileText } from '../service/control/workspace-context.js';
import { findScenarioFile, relativePath, readScenarioText } from './list-scenario-files.js';

export class ScenarioSourceFiles implements ScenarioSources {
  readonly #userFolders: readonly string[];
  readonly #bundled: string | undefined;

  /**
   * @param userFolders the user's folders and files; later ones override earlier ones
   * @param bundled the folder of the bundled scenarios; all others override it
   */
  constructor(userFolders: readonly string[], bundled?: string) {
    this.#userFolders = userFolders.map((folder) => resolve(folder));
    this.#bundled = bundled === undefined ? undefined : resolve(bundled);
  }

  read(name: string): ScenarioFileText | undefined {
    const bundled = this.#bundled === undefined ? [] : [this.#bundled];
    const file = findScenarioFile(name, [...bundled, ...this.#userFolders]);
    return file === undefined ? undefined : { file: relativePath(file), text: readScenarioText(file) };
  }
}
