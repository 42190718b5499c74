import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readBaselineFile } from '../../src/cli/baseline-file.js';
import { command } from '../../src/cli/verify.js';
import { reporters } from '../../src/judge/index.js';

const folder = 'examples/ci';
const examples = readdirSync(folder).filter((name) => /\.ya?ml$/.test(name));
const workflows = examples.filter((name) => name !== 'contract-baseline.yaml');
const files = [...workflows.map((name) => join(folder, name)), 'docs/verify.md'];

/** The words of each `deckhand verify` command in a text, with continued lines joined. */
function commandsIn(text: string): readonly (readonly string[])[] {
  const joined = text.replace(/\n\s+--/g, ' --');
  return [...joined.matchAll(/^.*npx --no deckhand verify (.*)$/gm)].map(([, rest = '']) =>
    rest.trim().split(/\s+/),
  );
}

test.each(files)('%s uses only existing options and reports', (file) => {
  const options = command().options.map(({ long }) => long);
  const commands = commandsIn(readFileSync(file, 'utf8'));
  expect(commands).not.toEqual([]);
  for (const words of commands) {
    for (const [index, word] of words.entries()) {
      if (word.startsWith('--')) expect(options).toContain(word);
      if (words[index - 1] === '--report') expect(Object.keys(reporters)).toContain(word.split('=')[0]);
    }
  }
});

test('the example workflows are valid YAML, and the example baseline is valid', () => {
  for (const name of examples) expect(parse(readFileSync(join(folder, name), 'utf8'))).toBeTypeOf('object');
  expect(readBaselineFile(join(folder, 'contract-baseline.yaml'))).toHaveLength(2);
});
