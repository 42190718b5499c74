/** The folder of a kept wall: `index.html`, `wall.json` and pictures. It is written beside, and moved into place as a whole. */
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fieldOf, isObject } from '../../base/json.js';
import { UserError } from '../../base/user-error.js';
import { parseDuration } from '../../scenario/duration.js';
import { renamePatiently } from '../../files/rename-patiently.js';
import { KEPT_FORMAT, type KeptWall } from './kept-types.js';

const MANIFEST = 'wall.json';

/** A file, by its path in the folder. */
export type KeptFiles = ReadonlyMap<string, string | Uint8Array>;

/** @throws UserError for a folder that has other files: they would be lost */
export function checkTarget(folder: string): void {
  if (!existsSync(folder)) return;
  const names = attempt(folder, () => readdirSync(folder));
  if (names.length > 0 && !names.includes(MANIFEST))
    throw new UserError('bad-option', `${folder} has files that are not those of a kept wall.`, {
      hint: 'Expected a new or empty folder, or that of an earlier --save, which is replaced.',
    });
}

/** @throws UserError when it cannot be written; then nothing has changed */
export async function writeFolder(folder: string, files: KeptFiles): Promise<void> {
  const target = resolve(folder);
  const beside = (kind: string): string =>
    join(dirname(target), `.${basename(target)}-${kind}-${randomUUID()}`);
  const [draft, old] = [beside('new'), beside('old')];
  try {
    for (const [path, content] of files) {
      mkdirSync(dirname(join(draft, path)), { recursive: true });
      writeFileSync(join(draft, path), content);
    }
    const isThere = existsSync(target);
    if (isThere) await renamePatiently(target, old);
    try {
      await renamePatiently(draft, target);
    } catch (error) {
      if (isThere) await renamePatiently(old, target);
      throw error;
    }
    rmSync(old, { recursive: true, force: true });
  } catch (cause) {
    rmSync(draft, { recursive: true, force: true });
    throw new UserError('bad-option', `${folder} cannot be written.`, {
      hint: (cause as Error).message,
      cause,
    });
  }
}

/** @throws UserError for a folder that is not a kept wall */
export function readKept(folder: string): KeptWall {
  const notKept = (why: string, cause?: unknown): UserError =>
    new UserError('bad-input', `${folder} is not a kept wall: ${why}.`, {
      hint: 'Expected a folder that deckhand wall --save has written.',
      cause,
    });
  if (!existsSync(join(folder, MANIFEST)))
    throw notKept(existsSync(folder) ? `it has no ${MANIFEST}` : 'it does not exist');
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(join(folder, MANIFEST), 'utf8'));
  } catch (cause) {
    throw notKept(`${MANIFEST} cannot be read`, cause);
  }
  if (!isKept(value)) throw notKept(`${MANIFEST} is not in the format ${KEPT_FORMAT}`);
  return value;
}

/** Whether what is used of it is there. It can come from another machine. */
function isKept(value: unknown): value is KeptWall {
  const isList = (name: string, isOne: (one: unknown) => boolean): boolean => {
    const list = fieldOf(value, name);
    return Array.isArray(list) && list.every(isOne);
  };
  const isText = (one: unknown): boolean => typeof one === 'string';
  return (
    fieldOf(value, 'format') === KEPT_FORMAT &&
    isList('scenarios', isText) &&
    isList('moments', (one) => typeof one === 'string' && parseDuration(one) !== undefined) &&
    isList('sizes', (one) => typeof one === 'number' && one > 0) &&
    isList('masks', isText) &&
    isList('steps', isObject) &&
    isList('cells', isCell)
  );
}

function isCell(cell: unknown): boolean {
  const picture = fieldOf(cell, 'picture');
  return (
    ['scenario', 'at'].every((name) => typeof fieldOf(cell, name) === 'string') &&
    typeof fieldOf(cell, 'size') === 'number' &&
    typeof picture === 'string' &&
    /^pictures\/[^/\\]+\.png$/.test(picture)
  );
}

function attempt<T>(folder: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw new UserError('bad-option', `${folder} is not a folder.`, { hint: 'Expected a folder.', cause });
  }
}
