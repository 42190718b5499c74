/** Reads the recipes of docs/scenarios.md: the code of each, and a user's project to run it in. */
import { read } from './markdown-blocks.js';
import type { UserProject } from './user-project.js';

export interface Block {
  /** The recipe's heading. */
  readonly recipe: string;
  /** The runner of the code. */
  readonly runner: 'shell' | 'vitest' | 'playwright' | 'nobody';
  readonly code: string;
}

/** Every recipe's heading and text. */
const recipes = (read('docs/scenarios.md').split('\n## Recipes\n')[1] ?? '')
  .split(/^### /m)
  .slice(1)
  .map((text) => ({ recipe: text.slice(0, text.indexOf('\n')), text }));

const blocks: readonly Block[] = recipes.flatMap(({ recipe, text }) =>
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

export const blocksForRunner = (runner: Block['runner']): readonly Block[] =>
  blocks.filter((block) => block.runner === runner);

/** Writes the tests of one runner, each in a file of its own. @returns the recipe of each file name */
export function writeTestFiles(
  project: UserProject,
  runner: 'vitest' | 'playwright',
): ReadonlyMap<string, string> {
  const files = blocksForRunner(runner).map(({ recipe, code }, index) => {
    // Some reports show the name of the file only.
    const file = `${recipe.toLowerCase().replace(/\W+/g, '-')}-${index}.test.ts`;
    project.write(file, code);
    return [file, recipe] as const;
  });
  return new Map(files);
}
