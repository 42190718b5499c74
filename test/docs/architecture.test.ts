/** The picture of the rooms in docs/architecture.md against the table of allowed imports, and the files that the page names. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { blocksOf, read } from './markdown-blocks.js';

const ROOT = join(import.meta.dirname, '../..');
const PAGE = 'docs/architecture.md';

const { forbidden } = createRequire(import.meta.url)('../../.dependency-cruiser.cjs') as {
  forbidden: { comment?: string }[];
};

/** What each folder of src/ can import, as the comments of the rules list it. */
const imports = forbidden.flatMap(({ comment = '' }) => {
  const [, folder, list = ''] = /^src\/(\S+) imports (.*?)\. /s.exec(comment) ?? [];
  return folder === undefined
    ? []
    : [{ folder, rooms: list.split(', ').map((path) => path.replace(/\/.*/, '')) }];
});

it('every room imports only rooms that are below its line in the picture', () => {
  const [picture = ''] = blocksOf(PAGE, 'text', 'Rooms');
  const lines = picture.trim().split('\n');
  const lineOf = new Map(
    lines.flatMap((line, at) =>
      line
        .trim()
        .split(/ +/)
        .map((room) => [room, at]),
    ),
  );
  const upward = imports.flatMap(({ folder, rooms }) =>
    rooms
      .filter((room) => Number(lineOf.get(room)) <= Number(lineOf.get(folder)))
      .map((room) => `${folder} ↑ ${room}`),
  );
  expect(upward).toEqual([]);
  expect(imports.filter(({ folder }) => lineOf.has(folder))).toHaveLength(lineOf.size);
});

it('every file that the page names exists', () => {
  const files = [...read(PAGE).matchAll(/`([a-z][\w/-]*\.ts)`/g)].map(([, file = '']) => file);
  const missing = files.filter(
    (file) => !existsSync(join(ROOT, 'src', file)) && !existsSync(join(ROOT, 'src/service', file)),
  );
  expect(missing).toEqual([]);
  expect(files.length).toBeGreaterThan(40);
});
