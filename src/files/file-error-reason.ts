/** Maps error codes of the file system to sentences. Other errors keep their message. */

const READING: Readonly<Record<string, string>> = {
  ENOENT: 'No such file or folder.',
  ENOTDIR: 'A parent folder of the path is a file.',
  EISDIR: 'It is a folder.',
  EACCES: 'Permission denied.',
  EPERM: 'Permission denied.',
};

const WRITING: Readonly<Record<string, string>> = {
  ENOENT: 'The parent folder does not exist.',
  ENOTDIR: 'A parent folder of the path is a file.',
  EEXIST: 'It is a file.',
  EISDIR: 'It is a folder.',
  EACCES: 'Permission denied.',
  EPERM: 'Permission denied.',
  EROFS: 'The file system is read-only.',
  ENOSPC: 'No space left on device.',
  EMFILE: 'Too many open files.',
  ENFILE: 'Too many open files.',
  EBUSY: 'It is a mount point, which cannot be replaced: mount the folder.',
  EXDEV: 'It is on another file system than its folder: mount the folder.',
};

/** @param cause the error of listing a folder */
export const listErrorReason = (cause: unknown): string =>
  errorReason(cause, { ...READING, ENOTDIR: 'It is a file.' });

export const readErrorReason = (cause: unknown): string => errorReason(cause, READING);

export const writeErrorReason = (cause: unknown): string => errorReason(cause, WRITING);

export const isMissing = (cause: unknown): boolean =>
  (cause as Partial<NodeJS.ErrnoException>).code === 'ENOENT';

function errorReason(cause: unknown, reasons: Readonly<Record<string, string>>): string {
  const { code = '', message = String(cause) } = cause as Partial<NodeJS.ErrnoException>;
  return reasons[code] ?? message;
}
