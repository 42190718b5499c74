/** Watches scenario files, and reloads them when they change. */
import { dirname, resolve } from 'node:path';
import type { ScenarioLibrary } from '../scenario/library.js';
import { UserError } from '../base/user-error.js';
import { isScenarioFile, scenarioName } from '../scenario/file-name.js';
import { readScenarioFile } from './load-scenarios.js';
import { findScenarioFile, relativePath } from './list-scenario-files.js';

export interface ReloadListener {
  /** A file was reloaded, is new, or replaces a deleted file of the same name. */
  readonly onLoad: (name: string, file: string, isNew: boolean) => void;
  /** A file was deleted, and no other file has its name. The scenario is available until the next start. */
  readonly onDelete: (name: string, file: string) => void;
  /** A file was reloaded without effect: a file of the same name in a later folder overrides it. */
  readonly onOverridden: (file: string, winner: string) => void;
  /** A file is invalid. `isPreviousKept`: the last valid version stays active. */
  readonly onInvalid: (errors: readonly UserError[], isPreviousKept: boolean) => void;
  /** Called after each change or deletion of a file, with any result. */
  readonly onChange?: () => void;
  /** The system cannot watch all files: it has reached its limit of watches, or a folder was deleted. */
  readonly onWatchError: (reason: string) => void;
}

/** Polling instead of file events, for file systems without events, such as network file systems. */
export interface PollingOptions {
  readonly usePolling?: boolean;
  /** Milliseconds between two polls. */
  readonly interval?: number;
}

/**
 * Watches folders until the returned function is called; later folders override earlier ones. Running jobs keep their
 * timelines. A folder that is removed and created again is watched again.
 */
export async function watchScenarios(
  directories: readonly string[],
  library: ScenarioLibrary,
  listener: ReloadListener,
  { usePolling, interval }: PollingOptions = {},
): Promise<() => Promise<void>> {
  const { watch } = await import('chokidar');
  const folders = directories.map((directory) => resolve(directory));
  // The parents are watched, so that a folder that is created again is detected.
  const parents = [...new Set(folders.map((folder) => dirname(folder)))];
  const watcher = watch(parents, {
    depth: 1,
    ignoreInitial: true,
    ...(usePolling !== undefined && { usePolling }),
    ...(interval !== undefined && { interval }),
    // Editors write a file in several steps, so it is read once it has not changed for some milliseconds.
    awaitWriteFinish: { stabilityThreshold: 50, pollInterval: 20 },
    ignored: (path) =>
      !parents.includes(path) &&
      !folders.includes(path) &&
      !(folders.includes(dirname(path)) && isScenarioFile(path)),
  });
  const reject = (name: string, errors: readonly UserError[]): void => {
    library.setErrors(name, errors);
    listener.onInvalid(errors, library.get(name) !== undefined);
  };
  const load = (file: string): void => {
    const name = scenarioName(file);
    const winner = findScenarioFile(name, folders);
    if (winner !== undefined && winner !== file)
      return listener.onOverridden(relativePath(file), relativePath(winner));
    const parsed = readScenarioFile(file);
    if ('errors' in parsed) return reject(name, parsed.errors);
    const current = library.get(name);
    const isNew = current === undefined;
    // `saveScenario` has loaded the text that it wrote.
    if (current?.id === parsed.timeline.id) library.clearErrors(name);
    else library.set(parsed.timeline);
    listener.onLoad(name, relativePath(file), isNew);
  };
  const remove = (file: string): void => {
    const name = scenarioName(file);
    library.clearErrors(name);
    const other = findScenarioFile(name, folders);
    if (other !== undefined) load(other);
    else if (library.get(name)) listener.onDelete(name, relativePath(file));
  };
  const handle =
    (action: (file: string) => void) =>
    (file: string): void => {
      try {
        action(file);
      } catch (error) {
        reject(scenarioName(file), [error instanceof UserError ? error : bugError(file, error)]);
      }
      listener.onChange?.();
    };
  watcher.on('add', handle(load)).on('change', handle(load)).on('unlink', handle(remove));
  watcher.on('unlinkDir', (folder) => {
    if (folders.includes(folder)) listener.onWatchError(`the folder ${relativePath(folder)} was deleted`);
  });
  watcher.on('error', (error) =>
    listener.onWatchError(error instanceof Error ? error.message : String(error)),
  );
  await new Promise<void>((ready) => watcher.once('ready', () => ready()));
  return () => watcher.close();
}

/** A bug in Deckhand makes the file invalid: it must not end the process. */
const bugError = (file: string, error: unknown): UserError =>
  new UserError(
    'invalid-scenario',
    `${relativePath(file)} cannot be read. This is a bug in Deckhand: ${String(error)}`,
  );
