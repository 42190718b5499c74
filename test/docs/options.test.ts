/** The table of options in docs/serve.md, at each door that it names. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { deckhandOptionValidators, serverOptionValidators } from '../../src/app/options/deckhand-options.js';
import { command as exec } from '../../src/cli/exec.js';
import { command as serve } from '../../src/cli/serve.js';
import type { defineConfig } from '../../src/config.js';

const [, page = ''] = readFileSync('docs/serve.md', 'utf8').split(/^## (?:Options|Keys)$/m);
const rows = [...page.matchAll(/^\| `(\w+)` +\|([^|]*)\|/gm)].map(([, name = '', flags = '']) => ({
  name,
  flags: [...flags.matchAll(/--[\w-]+/g)].map(([flag]) => flag),
}));
const flagsOf = (command: typeof serve): readonly string[] => command().options.map(({ long }) => long ?? '');

it('has every option of code and of the configuration file, and no other', () => {
  const inFile = Object.keys({ ...deckhandOptionValidators, allowOrigins: true } satisfies Record<
    keyof Required<Parameters<typeof defineConfig>[0]>,
    unknown
  >);
  expect(new Set(rows.map(({ name }) => name))).toEqual(
    new Set([...inFile, ...Object.keys(serverOptionValidators)]),
  );
  expect(rows.filter(({ name }) => !inFile.includes(name))).toEqual([
    { name: 'config', flags: ['--config', '--no-config'] },
  ]);
});

it('has the flags of serve and exec', () => {
  const [, without = ''] = /^`deckhand exec` has the same flags, without (.*):/m.exec(page) ?? [];
  const shared = rows.flatMap(({ flags }) => flags);
  expect(flagsOf(serve)).toEqual(expect.arrayContaining(shared));
  expect(flagsOf(exec)).toEqual(expect.arrayContaining(shared.filter((flag) => !without.includes(flag))));
  expect(flagsOf(exec).filter((flag) => without.includes(flag))).toEqual([]);
});
