/** Runs a command of `deckhand`, and turns every error into a message and an exit code. */
import { Command, CommanderError } from 'commander';
import { UserError } from '../base/user-error.js';
import { sanitizeLines } from '../base/text/sanitize.js';
import { writeErrorReason } from '../files/file-error-reason.js';
import { formatBug } from '../server/log/format-bug.js';
import { COMMANDS } from './commands.js';
import { readPackageVersion } from '../files/package-files.js';

/** The exit code if a command could not run: invalid arguments, a port in use, an invalid file, lost output. */
const EXIT_USAGE_ERROR = 2;

const EXAMPLES = `
Examples:
  deckhand serve                                       start the mock server
  deckhand exec -- npm test                            run tests with a mock server
  deckhand verify https://staging.example.com/api/v1   test a deployment
  deckhand judge recording.har                         check recorded traffic
`;

async function parseArguments(args: readonly string[]): Promise<void> {
  const program = new Command('deckhand')
    .description(
      'A mock server for the Presentation Generation Service, and contract tests for its implementations and clients.',
    )
    .version(readPackageVersion(), '-V, --version')
    // npm itself handles an option that follows the name of the program: `npx --no deckhand --help` prints the help of npm.
    .showHelpAfterError('Run deckhand help for a list of commands and options.')
    .addHelpText('after', EXAMPLES);
  const [name = ''] = args;
  const [, subject = 'help'] = args;
  // Commander would print the help of the program.
  if (name === 'help' && subject !== 'help' && !Object.hasOwn(COMMANDS, subject))
    return parseArguments(args.slice(1));
  const requested = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  const loaders = requested ? [requested] : Object.values(COMMANDS);
  for (const load of loaders) program.addCommand((await load()).command());
  configureErrors(program);
  await program.parseAsync(args, { from: 'user' });
}

/** Makes every command throw instead of exiting, and prefix its errors with `deckhand: `. */
function configureErrors(command: Command): Command {
  command.exitOverride();
  command.configureOutput({
    outputError: (text, write) => write(sanitizeLines(text.replace(/^error: /, 'deckhand: '))),
  });
  for (const child of command.commands) configureErrors(child);
  return command;
}

/** Long-running commands: they continue when stdout closes. */
const LONG_RUNNING: readonly string[] = ['serve', 'wall', 'record', 'exec'];

/**
 * Sets the exit code of this process.
 * @param args the arguments after the name of the program
 */
export async function runCli(args: readonly string[]): Promise<void> {
  exitOnOutputError(LONG_RUNNING.includes(args[0] ?? ''));
  try {
    assertWorkingDirectory();
    await parseArguments(args);
  } catch (error) {
    reportError(error);
  }
}

/** @throws UserError if the folder of this process was deleted: every path is relative to it */
function assertWorkingDirectory(): void {
  try {
    process.cwd();
  } catch (cause) {
    throw new UserError('invalid-path', 'The current directory no longer exists.', {
      hint: 'Change to a folder that exists.',
      cause,
    });
  }
}

function reportError(error: unknown): void {
  if (error instanceof UserError) {
    process.stderr.write(`deckhand: ${sanitizeLines(error.format())}\n`);
    process.exitCode = EXIT_USAGE_ERROR;
  } else if (error instanceof CommanderError) {
    // Commander has already printed the message. Exit code 0: the user asked for help or the version.
    process.exitCode = error.exitCode === 0 ? 0 : EXIT_USAGE_ERROR;
  } else {
    // Exits immediately: after a bug, the results of running work are not reliable.
    process.stderr.write(`deckhand: ${formatBug(error)}\n`, () => process.exit(EXIT_USAGE_ERROR));
  }
}

/**
 * Ends the command if its output cannot be written. If the reader closed the pipe, as in `deckhand scenario list | head`, it
 * ends without a message; otherwise with a message and the exit code.
 * @param keepsRunning whether the command still has a use then, as in `deckhand serve | grep -m1 API`
 */
function exitOnOutputError(keepsRunning: boolean): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') return keepsRunning ? undefined : process.exit();
    process.stderr.write(`deckhand: the output cannot be written: ${writeErrorReason(error)}\n`);
    // The verdict that the command has already found stays.
    process.exit(process.exitCode === 1 ? 1 : EXIT_USAGE_ERROR);
  });
  // This error cannot be reported anywhere, and the command can continue without messages.
  process.stderr.on('error', () => {});
}
