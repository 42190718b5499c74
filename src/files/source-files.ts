/** The texts of scenarios on disk. It never reads outside the folders of the mock server. */
import { resolve } from 'node:path';
import type { ScenarioSources, SourceText } from '../service/control/verb-context.js';
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
    const bundled = this.#bundled === undefined ? [] : [this.#bundled];
    const file = scenarioFileNamed(name, [...bundled, ...this.#own]);
    return file === undefined ? undefined : { file: shown(file), text: readScenarioText(file) };
  }
}
