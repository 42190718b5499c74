/** Scenario files on disk: read once at the start, read again when they are saved. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, extname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ScenarioLibrary } from '../scenario/library.js';
import { parseScenario, type ParsedScenario } from '../scenario/parse.js';
import { UserError } from '../user-error.js';

/** The folder of the scenarios that come with the package. */
export const BUNDLED_SCENARIOS = fileURLToPath(new URL('../../scenarios/', import.meta.url));

const ENDINGS = ['.yaml', '.yml', '.json'];
const SCHEMA_FILE = 'scenario.schema.json';

export function isScenarioFile(file: string): boolean {
  const name = basename(file);
  return ENDINGS.includes(extname(name)) && name !== SCHEMA_FILE && !name.startsWith('.');
}

/**
 * The scenario files of a folder, in the order of their names.
 * @throws UserError (`bad-directory`) when the folder cannot be read
 */
export function listScenarioFiles(directory: string): string[] {
  try {
    return readdirSync(directory)
      .filter(isScenarioFile)
      .sort()
      .map((name) => join(directory, name));
  } catch (cause) {
    throw new UserError('bad-directory', `The scenarios folder ${directory} cannot be read.`, {
      hint: (cause as NodeJS.ErrnoException).code === 'ENOENT' ? 'There is no such folder.' : String(cause),
      cause,
    });
  }
}

/**
 * Reads one scenario file.
 * @throws UserError (`bad-directory`) when the file cannot be read; what is wrong in it is returned
 */
export function readScenarioFile(file: string): ParsedScenario {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    throw new UserError('bad-directory', `The scenario file ${file} cannot be read.`, { cause });
  }
  return parseScenario({ name: basename(file, extname(file)), file: shown(file), text });
}

/** Puts every scenario of the folders into the library, later folders over earlier ones; returns what is wrong. */
export function loadScenarios(directories: readonly string[], library: ScenarioLibrary): UserError[] {
  const errors: UserError[] = [];
  for (const file of directories.flatMap(listScenarioFiles)) {
    const parsed = readScenarioFile(file);
    if ('timeline' in parsed) library.put(parsed.timeline);
    else errors.push(...parsed.errors);
  }
  return errors;
}

export interface ReloadListener {
  /** A file was read again, or is new. */
  readonly onLoad: (name: string, file: string) => void;
  /** A file was deleted; the scenario stays as it was until the stand-in is started anew. */
  readonly onDelete: (file: string) => void;
  /** A file cannot be used; the last good version stays. */
  readonly onRefuse: (errors: readonly UserError[]) => void;
  /** The system cannot watch, or not all: it has run out of watches, or a folder has gone. */
  readonly onTrouble: (error: Error) => void;
}

/** Reads files again when they are saved, until the returned function is called. Jobs that run keep their timelines. */
export async function watchScenarios(
  directories: readonly string[],
  library: ScenarioLibrary,
  listener: ReloadListener,
): Promise<() => Promise<void>> {
  const { watch } = await import('chokidar');
  const folders = directories.map((directory) => resolve(directory));
  const watcher = watch(folders, {
    depth: 0,
    ignoreInitial: true,
    // Editors write in several steps; a file is read once it has been left alone for a moment.
    awaitWriteFinish: { stabilityThreshold: 50, pollInterval: 20 },
    ignored: (path) => !folders.includes(path) && !isScenarioFile(path),
  });
  const reload = (file: string): void => {
    try {
      const parsed = readScenarioFile(file);
      if ('errors' in parsed) return listener.onRefuse(parsed.errors);
      library.put(parsed.timeline);
      listener.onLoad(parsed.timeline.name, shown(file));
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      listener.onRefuse([error]);
    }
  };
  watcher.on('add', reload).on('change', reload);
  watcher.on('unlink', (file) => listener.onDelete(shown(file)));
  watcher.on('error', (error) =>
    listener.onTrouble(error instanceof Error ? error : new Error(String(error))),
  );
  await new Promise<void>((ready) => watcher.once('ready', () => ready()));
  return () => watcher.close();
}

/** A path as messages name it: from here when it is below, else whole. */
function shown(file: string): string {
  const short = relative(process.cwd(), file);
  return short.startsWith('..') ? file : short;
}
