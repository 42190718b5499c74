/** What becomes of a command whose output, or what it says beside it, cannot be written. */
import { whyUnwritten } from '../adapters/file-trouble.js';

/**
 * Ends the command when its output cannot be written: without a word when nobody reads it any more, as with
 * `deckhand scenario list | head`, and with this exit code when what was asked for is lost.
 */
export function watchOutput(exitCode: number): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit();
    process.stderr.write(`deckhand: the output cannot be written: ${whyUnwritten(error)}\n`);
    process.exit(exitCode);
  });
  // There is nowhere left to tell of it, and what the command is there for goes on.
  process.stderr.on('error', () => {});
}
