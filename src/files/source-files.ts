/**
 * The texts of scenarios on disk. It reads all folders of the stand-in and writes only to the user's folders. It never reads
 * or writes outside the folders, even if a name or a link points there.
 */
import { accessSync, constants, readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { isScenarioName } from '../scenario/check.js';
import { isScenarioFile } from '../scenario/file-name.js';
import type { ScenarioSources, SourceText } from '../service/control/scenario-sources.js';
import { UserError } from '../base/user-error.js';
import { replaceFile } from './replace-file.js';
import { scenarioFileNamed, shown, textOfScenario } from './scenario-files.js';

const NO_FOLDER =
  'The bundled scenarios stay as they are. Start the stand-in with --scenarios <folder> to keep scenarios of your own.';

export class SourceFiles implements ScenarioSources {
  readonly #own: readonly string[];
  readonly #bundled: string | undefined;

  /**
   * @param own the user's folders and files; later ones override earlier ones
   * @param bundled a read-only folder; all others override it
   */
  constructor(own: readonly string[], bundled?: string) {
    this.#own = own.map((folder) => resolve(folder));
    this.#bundled = bundled === undefined ? undefined : resolve(bundled);
  }

  read(name: string): SourceText | undefined {
    const file = this.#find(name);
    if (file === undefined || isLinkOut(file)) return undefined;
    return { file: shown(file), text: textOfScenario(file) };
  }

  folder(): { readonly saves_to: string } | { readonly reason: string } {
    const folder = this.#ownFolder();
    if (folder === undefined) return { reason: NO_FOLDER };
    const trouble = troubleWith(folder);
    return trouble === undefined ? { saves_to: shown(folder) || folder } : { reason: trouble };
  }

  target(name: string): { readonly file: string } | { readonly reason: string } {
    const target = this.#target(name);
    return 'path' in target ? { file: shown(target.path) } : target;
  }

  /** Synchronous, so that no other code of this process runs between the check of the file and its replacement. */
  write(name: string, text: string, over: string | undefined): void {
    const target = this.#target(name);
    if ('reason' in target) throw new UserError('not-writable', target.reason);
    const { path } = target;
    if (this.read(name)?.text !== over)
      throw new UserError('file-changed', `${shown(path)} was changed since it was read.`);
    const file = isThere(path) ? realpathSync(path) : path;
    try {
      replaceFile(file, text);
    } catch (cause) {
      throw new UserError('not-writable', `${shown(path)} cannot be written. ${reasonOf(cause)}`, { cause });
    }
  }

  #target(name: string): { readonly path: string } | { readonly reason: string } {
    const found = this.#find(name);
    const folder = found !== undefined && this.#own.includes(found) ? dirname(found) : this.#ownFolder();
    if (folder === undefined) return { reason: NO_FOLDER };
    if (found !== undefined && isLinkOut(found))
      return { reason: `${shown(found)} is not a file of its folder.` };
    const isOwn = found !== undefined && dirname(found) !== this.#bundled;
    if (!isOwn && !isScenarioName(name)) return { reason: 'A scenario cannot have this name.' };
    const path = isOwn ? found : join(folder, `${name}.yaml`);
    const twin = isOwn ? undefined : twinOf(path);
    if (twin !== undefined)
      return {
        reason: `${shown(twin)} has the same name for disks that ignore upper and lower case. Rename it.`,
      };
    const reason = troubleWith(isOwn ? path : folder, path);
    return reason === undefined ? { path } : { reason };
  }

  /** The folder for new scenarios. */
  #ownFolder(): string | undefined {
    return this.#own.findLast((path) => !isScenarioFile(path));
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

/**
 * Why a file or a folder cannot be written; undefined if it can.
 * @param place the path whose write permission is needed
 */
function troubleWith(place: string, path = place): string | undefined {
  try {
    accessSync(place, constants.W_OK);
    return undefined;
  } catch (cause) {
    return `${shown(path)} cannot be written. ${reasonOf(cause)}`;
  }
}

/** A file beside a new one whose name differs only in upper and lower case: on some disks, writing would replace it. */
function twinOf(path: string): string | undefined {
  const [folder, name] = [dirname(path), basename(path)];
  try {
    const twin = readdirSync(folder).find((one) => one !== name && one.toLowerCase() === name.toLowerCase());
    return twin === undefined ? undefined : join(folder, twin);
  } catch {
    return undefined;
  }
}

function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'This user may not.',
  EPERM: 'This user may not.',
  EROFS: 'It is on a disk that is only read.',
  ENOSPC: 'The disk is full.',
  ENOENT: 'The folder is not there any more.',
};

function reasonOf(cause: unknown): string {
  const { code = '', message } = cause as NodeJS.ErrnoException;
  return REASONS[code] ?? message;
}
