/** Writes a new file. Refuses to overwrite without --force. */
import { statSync, type Stats } from 'node:fs';
import { sanitizeLine } from '../base/text/sanitize.js';
import { UserError } from '../base/user-error.js';
import { writeErrorReason } from './file-error-reason.js';
import { writeFileAtomic } from './write-file-atomic.js';

interface OverwriteOptions {
  /** Whether an existing file can be overwritten: the flag `--force`. */
  readonly force?: boolean | undefined;
}

/**
 * Checks the paths of all new files, before the work that fills them.
 * @throws UserError if one has content and would be overwritten, or is a folder
 */
export function assertNewFiles(files: readonly string[], { force = false }: OverwriteOptions = {}): void {
  const there = files.map((file) => ({ file, found: statOf(file) }));
  const named = (list: typeof there): string => list.map(({ file }) => sanitizeLine(file)).join(', ');
  const folders = there.filter(({ found }) => found?.isDirectory());
  if (folders.length > 0)
    throw new UserError(
      'invalid-option',
      `${named(folders)} ${folders.length === 1 ? 'is a folder' : 'are folders'}.`,
      {
        hint: 'Choose another name.',
      },
    );
  // An empty file holds nothing: tools such as mktemp make them. A pipe or a device has no size.
  const filled = force ? [] : there.filter(({ found }) => found && found.size > 0);
  if (filled.length > 0)
    throw new UserError(
      'invalid-option',
      `${named(filled)} already ${filled.length === 1 ? 'exists' : 'exist'}.`,
      { hint: 'Choose another name, or overwrite with --force.' },
    );
}

/**
 * Writes the file as a whole: after a crash or on a full disk there is the old file, or none.
 * @throws UserError if it has content and would be overwritten, or cannot be written
 */
export function writeNewFile(
  file: string,
  content: string | Uint8Array,
  { force, mode }: OverwriteOptions & { readonly mode?: number } = {},
): void {
  try {
    assertNewFiles([file], { force });
    writeFileAtomic(file, content, mode);
  } catch (cause) {
    if (cause instanceof UserError) throw cause;
    const hint = writeErrorReason(cause);
    throw new UserError('invalid-option', `${sanitizeLine(file)} cannot be written.`, { hint, cause });
  }
}

/** Undefined if it cannot be read; the write reports the error. */
function statOf(file: string): Stats | undefined {
  try {
    return statSync(file);
  } catch {
    return undefined;
  }
}
