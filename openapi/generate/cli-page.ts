/** Generates docs/cli.md, the help of every command. It runs the commands, so the files that they import are generated first. */
import { Command } from 'commander';
import { COMMANDS } from '../../src/cli/commands.js';
import { formatSource, type GeneratedFile } from './generated-file.js';

const WIDTH = 100;

const HEAD = `<!-- Generated from src/cli/ by \`npm run generate\`; do not edit. -->

# Commands

\`npx --no deckhand COMMAND\` runs a command, and \`npx --no deckhand help\` lists all commands. This page is what \`npx --no deckhand COMMAND --help\` prints.
`;

export async function generateCliPage(): Promise<GeneratedFile> {
  const program = new Command('deckhand');
  for (const load of Object.values(COMMANDS)) program.addCommand((await load()).command());
  const text = [HEAD, ...program.commands.flatMap((command) => renderCommands(command, 'deckhand'))].join(
    '\n',
  );
  return { path: 'docs/cli.md', text: await formatSource(text, 'markdown') };
}

function renderCommands(command: Command, parent: string): string[] {
  const name = `${parent} ${command.name()}`;
  const own = `## ${name}\n\n\`\`\`text\n${captureHelp(command)}\n\`\`\`\n`;
  return [own, ...command.commands.flatMap((child) => renderCommands(child, name))];
}

/** The same on every machine: without colours, and with one width. */
function captureHelp(command: Command): string {
  let text = '';
  command.configureOutput({
    writeOut: (part) => (text += part),
    getOutHelpWidth: () => WIDTH,
    getOutHasColors: () => false,
  });
  command.outputHelp();
  return text.trim();
}
