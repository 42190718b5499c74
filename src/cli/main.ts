#!/usr/bin/env node
/** `deckhand`: finds the command, and turns whatever goes wrong into a line and an exit code. */
import { Command, CommanderError } from 'commander';
import { UserError } from '../user-error.js';
import { printable } from '../adapters/printable.js';
import { version } from './version.js';

/** Each command is loaded when it is needed: starting the stand-in does not wait for the rest. */
const COMMANDS: Readonly<Record<string, () => Promise<{ command: () => Command }>>> = {
  serve: () => import('./serve.js'),
  verify: () => import('./verify.js'),
  exec: () => import('./exec.js'),
  scenario: () => import('./scenario.js'),
};

/** The exit code of everything that could not be run: bad arguments, a port in use, a broken file. */
const EXIT_NOT_RUN = 2;

async function main(args: readonly string[]): Promise<void> {
  const program = new Command('deckhand')
    .description('A stand-in for the Presentation Generation Service, and a judge of its implementations.')
    .version(version(), '-V, --version')
    .showHelpAfterError('Run deckhand --help to see what there is.');
  const wanted = COMMANDS[args[0] ?? ''];
  const loaders = wanted ? [wanted] : Object.values(COMMANDS);
  for (const load of loaders) program.addCommand((await load()).command());
  inherit(program);
  await program.parseAsync(args, { from: 'user' });
}

/** Every command ends by throwing, not by leaving, and speaks of its errors in the same way. */
function inherit(command: Command): Command {
  command.exitOverride();
  command.configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, 'deckhand: ')) });
  for (const child of command.commands) inherit(child);
  return command;
}

// Whoever reads the output may have seen enough: `deckhand scenario list | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

try {
  await main(process.argv.slice(2));
} catch (error) {
  if (error instanceof UserError) {
    process.stderr.write(`deckhand: ${printable(error.format())}\n`);
    process.exitCode = EXIT_NOT_RUN;
  } else if (error instanceof CommanderError) {
    // Commander has printed it already; asking for help or the version is no mistake.
    process.exitCode = error.exitCode === 0 ? 0 : EXIT_NOT_RUN;
  } else {
    process.stderr.write(`deckhand: this is a bug in Deckhand, please report it.\n`);
    throw error;
  }
}
