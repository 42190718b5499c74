/** A release writes its version in two files: the changelog and the package. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const read = (file: string): string => readFileSync(join(import.meta.dirname, '../..', file), 'utf8');

test('the newest version of the changelog is that of the package', () => {
  const [, newest] = /^## \[(\d[^\]]*)\]/m.exec(read('CHANGELOG.md')) ?? [];
  const { version } = JSON.parse(read('package.json')) as { version: string };
  expect(newest).toBe(version);
});
