/** Reads docs/recipes.md: the code of each recipe, and a project of a user's that it can be run in. */
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

export interface Block {
  /** The recipe's heading. */
  readonly recipe: string;
  /** What can run it. */
  readonly runner: 'shell' | 'vitest' | 'playwright' | 'nobody';
  readonly code: string;
}

const PAGE = readFileSync(join(ROOT, 'docs/recipes.md'), 'utf8');

/** Every recipe's heading and text. */
const recipes = PAGE.split(/^## /m)
  .slice(1)
  .map((text) => ({ recipe: text.slice(0, text.indexOf('\n')), text }));

export const names: readonly string[] = recipes.map(({ recipe }) => recipe);

export const blocks: readonly Block[] = recipes.flatMap(({ recipe, text }) =>
  [...text.matchAll(/^```(\w*)\n(.*?)^```$/gms)].map(([, language = '', code = '']) => ({
    recipe,
    runner: runnerOf(language, code),
    code,
  })),
);

function runnerOf(language: string, code: string): Block['runner'] {
  if (language === 'sh') return 'shell';
  if (language !== 'ts') return 'nobody';
  if (code.includes("from 'deckhand/playwright'")) return 'playwright';
  return code.includes("from 'deckhand/vitest'") ? 'vitest' : 'nobody';
}

export const blocksFor = (runner: Block['runner']): readonly Block[] =>
  blocks.filter((block) => block.runner === runner);

/**
 * Makes a folder the project of somebody who has installed the package beside vitest and Playwright, with the tests of one
 * runner as files of their own.
 * @returns the name of each file and the recipe it is of
 */
export function layOut(
  folder: string,
  installed: string,
  runner: 'vitest' | 'playwright',
): ReadonlyMap<string, string> {
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, '.bin'), { recursive: true });
  mkdirSync(join(modules, '@playwright'));
  symlinkSync(installed, join(modules, 'deckhand'));
  symlinkSync('../deckhand/dist/cli/main.js', join(modules, '.bin/deckhand'));
  for (const name of ['vitest', '@playwright/test'])
    symlinkSync(join(ROOT, 'node_modules', name), join(modules, name));
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  const files = blocksFor(runner).map(({ recipe, code }, index) => {
    // A report that cannot show more shows the file's name.
    const file = `${recipe.toLowerCase().replace(/\W+/g, '-')}-${index}.test.ts`;
    writeFileSync(join(folder, file), code);
    return [file, recipe] as const;
  });
  return new Map(files);
}
