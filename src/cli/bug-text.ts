/** What a command says of an error that should not have been, for whoever is to report it. */

/** What a file of ours that is gone is told by: where it was asked for says nothing more. */
const GONE = new Set(['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND']);

export function bugText(error: unknown): string {
  return `a bug in Deckhand, please report it: ${whatOf(error)}`;
}

function whatOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code = '' }: NodeJS.ErrnoException = error;
  return (GONE.has(code) ? undefined : error.stack) ?? error.message;
}
