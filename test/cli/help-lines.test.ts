import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { COMMANDS } from '../../src/cli/commands.js';
import { helpLines } from '../../src/cli/help-lines.js';

function helpOf(command: Command): string {
  let text = '';
  command.configureOutput({ writeOut: (part) => (text += part), getOutHelpWidth: () => 80 });
  command.outputHelp();
  return helpLines(text, 80);
}

const all = (command: Command): Command[] => [command, ...command.commands.flatMap(all)];

test('the help of every command fits 80 columns', async () => {
  for (const load of Object.values(COMMANDS))
    for (const command of all((await load()).command()))
      for (const line of helpOf(command).split('\n'))
        expect(line.length, `${command.name()}: ${line}`).toBeLessThanOrEqual(80);
});

test('the second column continues below itself, and a command stays a command', () => {
  const text = `  deckhand serve   ${'start it '.repeat(9)}\n  deckhand judge ${'recording.har '.repeat(6)}`;
  expect(helpLines(text, 60)).toBe(
    [
      '  deckhand serve   start it start it start it start it start',
      '                   it start it start it start it start it',
      '  deckhand judge recording.har recording.har recording.har \\',
      '    recording.har recording.har recording.har',
    ].join('\n'),
  );
});
