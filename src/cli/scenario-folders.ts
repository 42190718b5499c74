/** The scenario files of `deckhand serve`, read at the start, and of `serve` and `wall`, read again when they change. */
import type { Deckhand, DeckhandOptions } from '../app/deckhand.js';
import { sanitizeLines } from '../base/text/sanitize.js';
import { listScenarioFiles } from '../files/list-scenario-files.js';
import { loadScenarios } from '../files/load-scenarios.js';
import { BUNDLED_SCENARIOS } from '../files/package-files.js';
import { watchScenarios } from '../files/watch-scenarios.js';
import { isScenarioFile, scenarioName } from '../scenario/file-name.js';
import { ScenarioLibrary } from '../scenario/library.js';

interface ScenarioFolders {
  readonly options: DeckhandOptions;
  /** The folders and files of the options. */
  readonly folders: readonly string[];
}

/**
 * Reads all scenario files. An invalid file is reported, and the others are read.
 * @throws UserError when a scenario that the user named is invalid, or every file of a folder
 */
export function loadScenarioLibrary({ options, folders }: ScenarioFolders): ScenarioLibrary {
  const library = new ScenarioLibrary();
  loadScenarios([BUNDLED_SCENARIOS, ...folders], library);
  const named = new Set<unknown>([options.scenario, ...folders.filter(isScenarioFile).map(scenarioName)]);
  const invalid = library.invalidFiles();
  // A folder without a valid scenario is probably the wrong one.
  for (const folder of folders) {
    const files = listScenarioFiles(folder).map(scenarioName);
    if (files.every((file) => invalid.some(({ name }) => name === file)))
      for (const file of files) named.add(file);
  }
  const [last] = invalid.filter(({ name }) => named.has(name)).flatMap(({ errors }) => errors.slice(-1));
  for (const error of invalid.flatMap(({ errors }) => errors))
    if (error !== last) console.error(sanitizeLines(`deckhand: ${error.format()}`));
  if (last) throw last;
  for (const { name } of invalid)
    console.error(
      sanitizeLines(
        library.get(name)
          ? `deckhand: ${name}: the bundled version is used until the file is valid.`
          : `deckhand: ${name} is loaded when its file is valid.`,
      ),
    );
  return library;
}

/** Called when a file was loaded. @returns the line to print */
type LoadListener = (name: string, file: string, isNew: boolean) => string;

const describeLoad: LoadListener = (name, file, isNew) =>
  isNew
    ? `Loaded ${name} from ${file}.`
    : `Reloaded ${name} from ${file}. Running jobs keep the version they started with.`;

/** @returns a function that stops watching */
export function watchScenarioFolders(
  deckhand: Deckhand,
  library: ScenarioLibrary,
  { folders }: Pick<ScenarioFolders, 'folders'>,
  log: 'pretty' | 'json' | 'silent',
  onLoad: LoadListener = describeLoad,
): Promise<() => Promise<void>> {
  const report = (text: string): void => {
    if (log === 'pretty') console.log(text);
  };
  return watchScenarios([BUNDLED_SCENARIOS, ...folders], library, {
    onLoad: (name, file, isNew) => report(onLoad(name, file, isNew)),
    onDelete: (name, file) => report(`${file} was deleted. ${name} is available until the next start.`),
    onOverridden: (file, winner) => report(`${file} has no effect: ${winner} has priority.`),
    onInvalid: (errors, isPreviousKept) => {
      for (const error of errors) console.error(sanitizeLines(error.format()));
      if (isPreviousKept) console.error('The last valid version stays in use.');
    },
    onChange: () => deckhand.service.markScenariosChanged(),
    onWatchError: (reason) => console.error(`deckhand: changes to scenario files may be missed: ${reason}.`),
  });
}
