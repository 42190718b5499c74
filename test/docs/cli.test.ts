import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { cliPage } from '../../openapi/generate/cli-page.js';
import { COMMANDS } from '../../src/cli/commands.js';

it('the page of commands shows the help of every command', async () => {
  const { path, text } = await cliPage();
  expect(readFileSync(path, 'utf8')).toBe(text);
  for (const name of Object.keys(COMMANDS))
    expect(text).toMatch(new RegExp(`^Usage: deckhand ${name} `, 'm'));
  expect(text).toMatch(/^Usage: deckhand scenario check /m);
});
