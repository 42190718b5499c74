/** Writes the file of a scenario into a folder: never through a link, and never over a text that the caller has not read. */
import { createHash } from 'node:crypto';
import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../base/user-error.js';
import { isScenarioFile, scenarioName } from '../scenario/file-name.js';
import type { SaveCondition, SavedScenarioFile } from '../service/control/workspace-context.js';
import { listErrorReason, writeErrorReason } from './file-error-reason.js';
import { readScenarioText, relativePath } from './list-scenario-files.js';
import { writeFileAtomic } from './write-file-atomic.js';

/** SHA-256 in hex. */
export const hashText = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * @param name a valid name of a scenario
 * @throws UserError `scenario-conflict` if the file has another text, `not-writable` if it cannot be written
 */
export function saveScenarioFile(
  folder: string,
  name: string,
  text: string,
  { previous, assertReplaceable }: SaveCondition,
): SavedScenarioFile {
  const existing = findFile(folder, name);
  const file = existing ?? join(folder, `${name}.yaml`);
  const label = relativePath(file);
  if (existing === undefined) {
    if (previous !== null)
      throw new UserError('scenario-conflict', `${label} was deleted since it was read.`);
  } else {
    assertRegularFile(existing);
    const oldText = readScenarioText(existing);
    if (previous === null) throw new UserError('scenario-conflict', `${label} exists already.`);
    if (hashText(oldText) !== previous)
      throw new UserError('scenario-conflict', `${label} has changed since it was read.`);
    assertReplaceable(oldText, label);
  }
  try {
    writeFileAtomic(file, text);
  } catch (cause) {
    throw new UserError('not-writable', `${label} cannot be written. ${writeErrorReason(cause)}`, { cause });
  }
  return { file: label, text, hash: hashText(text) };
}

/** The file of this name. Some systems ignore case, so a name that differs only in its case is an error. */
function findFile(folder: string, name: string): string | undefined {
  const entries = listFolder(folder).filter(
    (entry) => isScenarioFile(entry) && scenarioName(entry).toLowerCase() === name,
  );
  const [entry] = entries;
  if (entry === undefined) return undefined;
  if (entries.length > 1)
    throw new UserError(
      'not-writable',
      `Two files in ${relativePath(folder)} define ${name}: ${entries.join(' and ')}.`,
    );
  if (scenarioName(entry) !== name)
    throw new UserError(
      'not-writable',
      `${relativePath(join(folder, entry))} differs from ${name} only in its case. Rename it first.`,
    );
  return join(folder, entry);
}

function listFolder(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (cause) {
    throw new UserError(
      'not-writable',
      `The folder ${relativePath(folder)} cannot be read. ${listErrorReason(cause)}`,
      { cause },
    );
  }
}

function assertRegularFile(file: string): void {
  const stats = lstatSync(file);
  if (stats.isFile()) return;
  const kind = stats.isSymbolicLink()
    ? 'a link. Save under another name, or edit its target'
    : 'not a regular file';
  throw new UserError('not-writable', `${relativePath(file)} is ${kind}.`);
}
