import { readdirSync, readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { expect, it, onTestFinished, vi } from 'vitest';
import { generateCliPage } from '../../openapi/generate/cli-page.js';
import { COMMANDS } from '../../src/cli/commands.js';

it('the page of commands shows the help of every command, whatever the environment is', async () => {
  vi.stubEnv('PORT', '');
  vi.stubEnv('HOST', '');
  onTestFinished(() => void vi.unstubAllEnvs());
  const { path, text } = await generateCliPage();
  expect(readFileSync(path, 'utf8')).toBe(text);
  for (const name of Object.keys(COMMANDS))
    expect(text).toMatch(new RegExp(`^Usage: deckhand ${name} `, 'm'));
  expect(text).toMatch(/^Usage: deckhand scenario check /m);
});

const all = (command: Command): Command[] => [command, ...command.commands.flatMap(all)];

it('the help of every command fits 80 columns', async () => {
  for (const load of Object.values(COMMANDS))
    for (const command of all((await load()).command())) {
      const lines: string[] = [];
      command.configureOutput({
        writeOut: (text) => lines.push(...text.split('\n')),
        getOutHelpWidth: () => 80,
      });
      command.outputHelp();
      for (const line of lines) expect(line.length, `${command.name()}: ${line}`).toBeLessThanOrEqual(80);
    }
});

/** Without the generated page, and without decisions, which are about code. */
const PAGES = [
  'README.md',
  ...readdirSync('docs')
    .filter((name) => name.endsWith('.md') && name !== 'cli.md')
    .map((name) => `docs/${name}`),
];

it('every option is documented on another page', () => {
  const pages = PAGES.map((file) => readFileSync(file, 'utf8')).join('\n');
  const options = readFileSync('docs/cli.md', 'utf8').matchAll(/^ {2}(?:(-\w), )?(--[\w-]+)/gm);
  const unexplained = [...options].flatMap(([, short, long = '']) =>
    [long, short].some((name) => name !== undefined && new RegExp(`${name}(?![\\w-])`).test(pages))
      ? []
      : [long],
  );
  expect(unexplained.filter((name) => name !== '--help')).toEqual([]);
});
