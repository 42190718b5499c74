/** The message for an unexpected error, for a bug report. */

/** Error codes for a missing file of the installation. Their stack traces contain no further information. */
const MISSING_FILE = new Set(['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND']);

export function formatBug(error: unknown): string {
  return `a bug in Deckhand, please report it: ${stackOf(error)}`;
}

function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code = '' }: NodeJS.ErrnoException = error;
  return (MISSING_FILE.has(code) ? undefined : error.stack) ?? error.message;
}
