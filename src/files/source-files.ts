/**
 * The texts of scenarios on disk. It never reads outside the folders of the mock server, even if a name or a link points there.
 */
import { realpathSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { ScenarioSources, SourceText } from '../service/control/scenario-sources.js';
import { scenarioFileNamed, shown, readScenarioText } from './scenario-files.js';

export class SourceFiles implements ScenarioSources {
  readonly #own: readonly string[];
  readonly #bundled: string | undefined;

  /**
   * @param own the user's folders and files; later ones override earlier ones
   * @param bundled the folder of the bundled scenarios; all others override it
   */
  constructor(own: readonly string[], bundled?: string) {
    this.#own = own.map((folder) => resolve(folder));
    this.#bundled = bundled === undefined ? undefined : resolve(bundled);
  }

  read(name: string): SourceText | undefined {
    const file = this.#find(name);
    if (file === undefined || isLinkOut(file)) return undefined;
    return { file: shown(file), text: readScenarioText(file) };
  }

  /** The file that overrides all others of this name. */
  #find(name: string): string | undefined {
    const bundled = this.#bundled === undefined ? [] : [this.#bundled];
    return scenarioFileNamed(name, [...bundled, ...this.#own]);
  }
}

/** Whether the path is a link out of its folder, or not a file. */
function isLinkOut(file: string): boolean {
  try {
    return dirname(realpathSync(file)) !== realpathSync(dirname(file)) || !statSync(file).isFile();
  } catch {
    return true;
  }
}
