/** Maps Node file errors to readable reasons. Unknown errors keep the message of the system. */

const READING: Readonly<Record<string, string>> = {
  ENOENT: 'No such file or folder.',
  ENOTDIR: 'A parent folder of the path is a file.',
  EISDIR: 'It is a folder.',
  EACCES: 'This user may not read it.',
  EPERM: 'This user may not read it.',
};

const WRITING: Readonly<Record<string, string>> = {
  ENOENT: 'The folder it would be in is not there.',
  ENOTDIR: 'A parent folder of the path is a file.',
  EEXIST: 'It is a file.',
  EISDIR: 'It is a folder.',
  EACCES: 'This user may not write it.',
  EPERM: 'This user may not write it.',
  EROFS: 'The file system is read-only.',
  ENOSPC: 'The disk is full.',
  EMFILE: 'Too many files are open.',
  ENFILE: 'Too many files are open.',
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
