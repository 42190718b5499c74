#!/usr/bin/env node
/** `deckhand`: finds the command, and turns whatever goes wrong into a line and an exit code. */
import { Command, CommanderError } from 'commander';
import { UserError } from '../user-error.js';
import { printable } from '../adapters/printable.js';
import { bugText } from './bug-text.js';
import { watchOutput } from './output-trouble.js';
import { version } from './version.js';

/** Each command is loaded when it is needed: starting the stand-in does not wait for the rest. */
const COMMANDS: Readonly<Record<string, () => Promise<{ command: () => Command }>>> = {
  serve: () => import('./serve.js'),
  verify: () => import('./verify.js'),
  record: () => import('./record.js'),
  judge: () => import('./judge.js'),
  exec: () => import('./exec.js'),
  scenario: () => import('./scenario.js'),
  learn: () => import('./learn.js'),
};

/** The exit code of everything that could not be run: bad arguments, a port in use, a broken file, output that is lost. */
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

watchOutput(EXIT_NOT_RUN);

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
    // At once, whatever goes on still: nothing that comes of it could be trusted.
    process.stderr.write(`deckhand: ${bugText(error)}\n`, () => process.exit(EXIT_NOT_RUN));
  }
}
