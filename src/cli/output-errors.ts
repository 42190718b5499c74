/** What a command does if stdout or stderr cannot be written. */
import { whyUnwritten } from '../files/file-trouble.js';

/**
 * Ends the command if its output cannot be written. If the reader closed the pipe, as in `deckhand scenario list | head`, it
 * ends without a message; otherwise with a message and the exit code.
 */
export function exitOnOutputError(exitCode: number): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit();
    process.stderr.write(`deckhand: the output cannot be written: ${whyUnwritten(error)}\n`);
    process.exit(exitCode);
  });
  // This error cannot be reported anywhere, and the command can continue without messages.
  process.stderr.on('error', () => {});
}
