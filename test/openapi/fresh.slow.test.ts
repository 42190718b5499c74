import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { allFiles } from '../../openapi/generate/all-files.js';
import { root } from './examples.js';

it('the committed files are up to date', async () => {
  const files = await allFiles(root);
  for (const { path, text } of files) {
    expect({ path, fresh: readFileSync(join(root, path), 'utf8') === text }).toEqual({ path, fresh: true });
    expect({ path, plain: !text.includes('\r') && !text.includes(root) }).toEqual({ path, plain: true });
    expect(text.slice(0, 400)).toContain('do not edit');
  }
  const written = files.map(({ path }) => path).filter((path) => path.startsWith('src/generated/'));
  expect(
    readdirSync(join(root, 'src', 'generated'))
      .map((name) => `src/generated/${name}`)
      .sort(),
  ).toEqual(written.sort());
});
