/** Finds scenario files, and reads their texts. */
import { isScenarioFile, scenarioName } from '../scenario/file-name.js';
import { UserError } from '../base/user-error.js';
import { isMissing, listErrorReason, readErrorReason } from './file-error-reason.js';
import { getNodeBuiltins } from './node-files.js';

/**
 * The scenario files of a folder, sorted by name, or the one file of the path.
 * @throws UserError (`invalid-path`) when the folder cannot be read, two files have the same scenario name, or one is a link
 *   to a file outside of the folder
 */
export function listScenarioFiles(directory: string): string[] {
  const files = listFiles(directory);
  for (const file of files) assertNoEscapingLink(file, directory);
  for (const [index, file] of files.entries()) {
    const previous = files[index - 1];
    if (previous !== undefined && scenarioName(previous) === scenarioName(file))
      throw duplicateNameError([previous, file]);
  }
  return files;
}

/**
 * The file of the scenario with this name. Later folders override earlier ones; missing folders are skipped.
 * @throws UserError (`invalid-path`) when a folder cannot be read, it has two such files, or the file is a link to one outside
 */
export function findScenarioFile(name: string, directories: readonly string[]): string | undefined {
  return directories
    .filter((directory) => getNodeBuiltins().fs.existsSync(directory))
    .flatMap((directory) => {
      const files = listFiles(directory).filter((file) => scenarioName(file) === name);
      if (files.length > 1) throw duplicateNameError(files);
      for (const file of files) assertNoEscapingLink(file, directory);
      return files;
    })
    .at(-1);
}

function listFiles(directory: string): string[] {
  const { fs, path } = getNodeBuiltins();
  if (isScenarioFile(directory) && !fs.statSync(directory, { throwIfNoEntry: false })?.isDirectory())
    return [directory];
  const list = () => fs.readdirSync(directory).filter(isScenarioFile).sort();
  const names = wrapReadError(`The scenarios folder ${directory}`, list, {
    getReason: listErrorReason,
    missingHint: 'Create it first; it may be empty.',
  });
  return names.map((name) => path.join(directory, name));
}

/** A folder can come from somebody else, and the control API returns its scenarios. A file that the user names can be a link. */
function assertNoEscapingLink(file: string, directory: string): void {
  if (file === directory || !isLinkOut(file, directory)) return;
  throw new UserError(
    'invalid-path',
    `The scenario file ${relativePath(file)} is a link to a file outside of its folder.`,
    {
      hint: 'Copy the file into the folder, or name the folder that really contains it.',
    },
  );
}

function isLinkOut(file: string, directory: string): boolean {
  const { fs, path } = getNodeBuiltins();
  try {
    return !fs.realpathSync(file).startsWith(path.join(fs.realpathSync(directory), path.sep));
  } catch {
    // Reading a broken link throws an error.
    return false;
  }
}

function duplicateNameError(files: readonly string[]): UserError {
  const [file = ''] = files;
  const { path } = getNodeBuiltins();
  const folder = relativePath(path.dirname(file)) || '.';
  const which = `${files.map((each) => path.basename(each)).join(' and ')} in ${folder}`;
  return new UserError('invalid-path', `Two files define the scenario ${scenarioName(file)}: ${which}.`);
}

/** @throws UserError (`invalid-path`) when the file cannot be read, or is not a regular file: a pipe can be endless */
export function readScenarioText(file: string): string {
  return wrapReadError(`The scenario file ${file}`, () => {
    const { fs } = getNodeBuiltins();
    const stats = fs.statSync(file);
    if (!stats.isFile() && !stats.isDirectory()) throw new Error('It is not a regular file.');
    // More bytes than a million characters have.
    if (stats.size > 4_000_000) throw new Error('It is larger than 4 MB.');
    return fs.readFileSync(file, 'utf8');
  });
}

/**
 * @param missingHint the hint when it does not exist
 * @throws UserError with the reason
 */
function wrapReadError<T>(
  what: string,
  read: () => T,
  {
    getReason = readErrorReason,
    missingHint,
  }: { getReason?: typeof readErrorReason; missingHint?: string } = {},
): T {
  try {
    return read();
  } catch (cause) {
    throw new UserError('invalid-path', `${what} cannot be read. ${getReason(cause)}`, {
      cause,
      ...(missingHint !== undefined && isMissing(cause) && { hint: missingHint }),
    });
  }
}

/** A path for messages: relative if it is below the current folder, else unchanged. */
export function relativePath(file: string): string {
  const { path, currentFolder } = getNodeBuiltins();
  const short = path.relative(currentFolder, file);
  return short.startsWith('..') ? file : short;
}
