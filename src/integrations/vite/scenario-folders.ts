/** Loads the scenarios of a Vite project, the bundled ones and those of its folders, and reloads changed files. */
import { resolve } from 'node:path';
import type { ResolvedConfig } from 'vite';
import { bundledScenarios } from '../../generated/bundled-scenarios.js';
import { parseScenarioObject } from '../../scenario/compile-object.js';
import type { ScenarioLibrary } from '../../scenario/library.js';
import { UserError } from '../../base/user-error.js';
import { isScenarioNameInput, type ScenarioInput, type ScenarioFile } from '../../app/scenario-input.js';
import { addScenarios, createScenarioLibrary, type ScenariosOption } from '../../app/options/scenarios.js';
import { sanitizeLines } from '../../base/text/sanitize.js';
import { isScenarioFile } from '../../scenario/file-name.js';
import { defaultTypesFile, generateScenarioTypes, writeIfChanged } from '../../files/scenario-types.js';
import { relativePath } from '../../files/list-scenario-files.js';
import { ScenarioSourceFiles } from '../../files/scenario-source-files.js';
import { watchScenarios } from '../../files/watch-scenarios.js';

const FALLBACK_SCENARIO = 'happy-path';

/** Paths are relative to Vite's root. */
export function resolveFromRoot(root: string, input: ScenarioInput | undefined): ScenarioInput | undefined {
  const isFile = typeof input === 'string' && !isScenarioNameInput(input) && isScenarioFile(input);
  return isFile ? (resolve(root, input) as ScenarioFile) : input;
}

export interface ScenarioFolders {
  readonly library: ScenarioLibrary;
  readonly sources: ScenarioSourceFiles;
  /** Writes the declaration of the scenario names. */
  readonly writeTypes: (types: boolean | string | undefined) => void;
  /** Watches until the returned function is called. @param onChange called when a file has changed or was deleted */
  readonly watch: (onChange: () => void) => Promise<() => Promise<void>>;
}

/**
 * Reads the folders. Invalid files are logged and skipped.
 * @param defaultScenario if its file is invalid, `happy-path` is used until the file is fixed
 * @throws UserError when a folder cannot be read
 */
export function loadScenarioFolders(
  config: ResolvedConfig,
  scenarios: ScenariosOption = [],
  defaultScenario: ScenarioInput | undefined,
): ScenarioFolders {
  const { logger, root } = config;
  const groups = [scenarios]
    .flat()
    .map((group) => (typeof group === 'string' ? resolve(root, group) : group));
  const folders = groups.filter((group) => typeof group === 'string');
  const library = createScenarioLibrary();
  const logInfo = (text: string): void => logger.info(`deckhand: ${text}`, { timestamp: true });
  const logErrors = (errors: readonly UserError[]): void => {
    for (const error of errors) logger.error(sanitizeLines(error.format()), { timestamp: true });
  };
  logErrors(addScenarios(groups, library));
  const isInvalid = library.invalidFiles().some(({ name }) => name === defaultScenario);
  if (isScenarioNameInput(defaultScenario) && isInvalid && !library.get(defaultScenario)) {
    library.set(parseScenarioObject(defaultScenario, bundledScenarios[FALLBACK_SCENARIO]).timeline);
    logger.warn(`deckhand: ${defaultScenario} is invalid; ${FALLBACK_SCENARIO} is used until it is fixed`, {
      timestamp: true,
    });
  }
  return {
    library,
    sources: new ScenarioSourceFiles(folders),
    writeTypes(types = false) {
      if (types === false) return;
      const file = types === true ? defaultTypesFile(root) : resolve(root, types);
      try {
        if (writeIfChanged(file, generateScenarioTypes(folders).text)) logInfo(`wrote ${relativePath(file)}`);
      } catch (error) {
        if (!(error instanceof UserError)) throw error;
        logErrors([error]);
      }
    },
    async watch(onChange) {
      const options = config.server.watch;
      if (folders.length === 0 || options === null) return async () => {};
      return watchScenarios(
        folders,
        library,
        {
          onLoad: (name, file, isNew) => logInfo(`${isNew ? 'loaded' : 'reloaded'} ${name} from ${file}`),
          onDelete: (name, file) =>
            logInfo(`${file} was deleted; ${name} is still available until the next start`),
          onOverridden: (file, winner) => logInfo(`${file} has no effect: ${winner} is used instead`),
          onInvalid: (errors, hasValidVersion) => {
            logErrors(errors);
            if (hasValidVersion) logInfo('the last valid version is still used');
          },
          onChange,
          onWatchError: (reason) =>
            logger.warn(`deckhand: changes to scenario files might be missed: ${reason}`),
        },
        options,
      );
    },
  };
}
