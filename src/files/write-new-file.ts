/** Writes a new file, and overwrites an existing one only with --force. */
import { statSync, type Stats } from 'node:fs';
import { sanitizeLine } from '../base/text/sanitize.js';
import { UserError } from '../base/user-error.js';
import { writeErrorReason } from './file-error-reason.js';
import { writeFileAtomic } from './write-file-atomic.js';

interface OverwriteOptions {
  /** Whether an existing file may be overwritten: the flag `--force`. */
  readonly force?: boolean | undefined;
}

/**
 * Validates the paths of all new files, before the work that fills them.
 * @throws UserError if one has content and would be overwritten, or is a folder
 */
export function assertNewFiles(files: readonly string[], { force = false }: OverwriteOptions = {}): void {
  const targets = files.map((file) => ({ file, stats: findStats(file) }));
  const join = (list: typeof targets): string => list.map(({ file }) => sanitizeLine(file)).join(', ');
  const folders = targets.filter(({ stats }) => stats?.isDirectory());
  if (folders.length > 0)
    throw new UserError(
      'invalid-option',
      `${join(folders)} ${folders.length === 1 ? 'is a folder' : 'are folders'}.`,
      {
        hint: 'Choose another name.',
      },
    );
  // Tools such as mktemp create empty files. A pipe or a device has no size.
  const existing = force ? [] : targets.filter(({ stats }) => stats && stats.size > 0);
  if (existing.length > 0)
    throw new UserError(
      'invalid-option',
      `${join(existing)} already ${existing.length === 1 ? 'exists' : 'exist'}.`,
      { hint: 'Choose another name, or overwrite with --force.' },
    );
}

/**
 * Writes the file atomically: after a crash or on a full disk, the old file still exists, or none.
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
function findStats(file: string): Stats | undefined {
  try {
    return statSync(file);
  } catch {
    return undefined;
  }
}
