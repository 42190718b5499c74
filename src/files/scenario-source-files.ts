/**
 * Reads the texts of scenarios on disk, from the given folders and files only: `findScenarioFile` rejects links out of them. Saves
 * texts in the last of the folders.
 */
import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { UserError } from '../base/user-error.js';
import { scenarioName } from '../scenario/file-name.js';
import type {
  SaveCondition,
  SavedScenarioFile,
  ScenarioFileText,
  ScenarioSaving,
  ScenarioSources,
} from '../service/control/workspace-context.js';
import { findScenarioFile, relativePath, readScenarioText } from './list-scenario-files.js';
import { hashText, saveScenarioFile } from './save-scenario-file.js';

const START_WITH_FOLDER =
  'To save scenarios, start it with "npx --no deckhand serve --scenarios FOLDER", or with a folder in the option scenarios.';

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
    if (file === undefined) return undefined;
    const text = readScenarioText(file);
    return {
      file: relativePath(file),
      text,
      hash: dirname(file) === this.#findSaveFolder() ? hashText(text) : null,
    };
  }

  get saving(): ScenarioSaving {
    const folder = this.#findSaveFolder();
    if (folder !== undefined) return { folder: relativePath(folder) || '.' };
    const [path] = this.#userPaths;
    return {
      reason:
        path === undefined
          ? `The server has no folder of scenarios. ${START_WITH_FOLDER}`
          : `The server has ${relativePath(path)} in place of a folder. ${START_WITH_FOLDER}`,
    };
  }

  save(name: string, text: string, condition: SaveCondition): SavedScenarioFile {
    const folder = this.#findSaveFolder();
    const { saving } = this;
    if (folder === undefined || 'reason' in saving)
      throw new UserError('not-writable', 'reason' in saving ? saving.reason : '');
    const later = this.#userPaths.slice(this.#userPaths.lastIndexOf(folder) + 1);
    const winner = later.find((path) => scenarioName(path) === name);
    if (winner !== undefined)
      throw new UserError(
        'not-writable',
        `A file in ${relativePath(folder)} would have no effect: ${relativePath(winner)} has priority.`,
      );
    return saveScenarioFile(folder, name, text, condition);
  }

  /** The last folder. A path that does not exist is none. */
  #findSaveFolder(): string | undefined {
    return this.#userPaths.findLast((path) => statSync(path, { throwIfNoEntry: false })?.isDirectory());
  }
}
