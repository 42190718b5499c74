/** The scenarios of a Vite project: the bundled ones and those of its folders. Changed files are read again. */
import { resolve } from 'node:path';
import type { ResolvedConfig } from 'vite';
import { bundledScenarios } from '../../generated/bundled-scenarios.js';
import { scenarioFromObject } from '../../scenario/check.js';
import type { ScenarioLibrary } from '../../scenario/library.js';
import { UserError } from '../../base/user-error.js';
import { libraryOf } from '../../app/deckhand.js';
import { isName, type ScenarioChoice, type ScenarioFile } from '../../app/scenario-source.js';
import { addScenarios, type Scenarios } from '../../app/scenarios-option.js';
import { neutralLines } from '../../base/text/neutral.js';
import { isScenarioFile } from '../../scenario/file-name.js';
import { declarationFile, declarationOf, writeIfChanged } from '../../files/declaration.js';
import { shown } from '../../files/scenario-files.js';
import { SourceFiles } from '../../files/source-files.js';
import { watchScenarios } from '../../files/watch-scenarios.js';

const STAND_IN = 'happy-path';

/** Paths are relative to Vite's root. */
export function atRoot(root: string, choice: ScenarioChoice | undefined): ScenarioChoice | undefined {
  const isFile = typeof choice === 'string' && !isName(choice) && isScenarioFile(choice);
  return isFile ? (resolve(root, choice) as ScenarioFile) : choice;
}

export interface ScenarioFolders {
  readonly library: ScenarioLibrary;
  readonly sources: SourceFiles;
  /** Writes the declaration of the names of the files. */
  readonly declare: (types: boolean | string | undefined) => void;
  /** Watches until the returned function is called. @param onChange called when a file has changed or was deleted */
  readonly watch: (onChange: () => void) => Promise<() => Promise<void>>;
}

/**
 * Reads the folders. Files with mistakes are reported and skipped.
 * @param wanted the default scenario. If its file has a mistake, another scenario replaces it until the file is fixed
 * @throws UserError when a folder cannot be read
 */
export function readFolders(
  config: ResolvedConfig,
  scenarios: Scenarios = [],
  wanted: ScenarioChoice | undefined,
): ScenarioFolders {
  const { logger, root } = config;
  const groups = [scenarios]
    .flat()
    .map((group) => (typeof group === 'string' ? resolve(root, group) : group));
  const folders = groups.filter((group) => typeof group === 'string');
  const library = libraryOf();
  const tell = (what: string): void => logger.info(`deckhand: ${what}`, { timestamp: true });
  const complain = (errors: readonly UserError[]): void => {
    for (const error of errors) logger.error(neutralLines(error.format()), { timestamp: true });
  };
  complain(addScenarios(groups, library));
  const isInvalid = library.invalidFiles().some(({ name }) => name === wanted);
  if (isName(wanted) && isInvalid && !library.get(wanted)) {
    library.put(scenarioFromObject(wanted, bundledScenarios[STAND_IN]).timeline);
    logger.warn(`deckhand: ${wanted} plays as ${STAND_IN} does until it is mended`, { timestamp: true });
  }
  return {
    library,
    sources: new SourceFiles(folders),
    declare(types = false) {
      if (types === false) return;
      const file = types === true ? declarationFile(root) : resolve(root, types);
      try {
        if (writeIfChanged(file, declarationOf(folders).text)) tell(`wrote ${shown(file)}`);
      } catch (error) {
        if (!(error instanceof UserError)) throw error;
        complain([error]);
      }
    },
    async watch(onChange) {
      const options = config.server.watch;
      if (folders.length === 0 || options === null) return async () => {};
      return watchScenarios(
        folders,
        library,
        {
          onLoad: (name, file, isNew) => tell(`${isNew ? 'loaded' : 'reloaded'} ${name} from ${file}`),
          onDelete: (name, file) => tell(`${file} was deleted; ${name} stays until the next start`),
          onShadow: (file, winner) => tell(`${file} has no effect: ${winner} is used instead`),
          onRefuse: (errors, kept) => {
            complain(errors);
            if (kept) tell('the last good version stays');
          },
          onChange,
          onTrouble: (what) => logger.warn(`deckhand: changes to scenario files might not be seen: ${what}`),
        },
        options,
      );
    },
  };
}
