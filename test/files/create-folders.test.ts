import { existsSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createParentFolders } from '../../src/files/create-folders.js';
import { createTempFolder } from '../cli/temp-files.js';

test('the folders of a new file are created below the first that exists', () => {
  const folder = createTempFolder({});
  for (const file of ['a/b/c/new.yaml', 'a/b/d/new.yaml']) createParentFolders(join(folder, file));
  expect(readdirSync(join(folder, 'a/b')).sort()).toEqual(['c', 'd']);
});

test.skipIf(!existsSync('/proc/self/fd'))(
  'a folder in a file system of the kernel is an error, not a loop',
  () => {
    const folder = createTempFolder({});
    symlinkSync('/proc', join(folder, 'link'));
    for (const file of ['/proc/x/y.yaml', '/dev/fd/x/y.yaml', join(folder, 'link/x/y.yaml')])
      expect(() => createParentFolders(file)).toThrow();
  },
);

test('a failure in the middle leaves no new folder', () => {
  const folder = createTempFolder({});
  expect(() => createParentFolders(join(folder, 'a', 'b', 'x'.repeat(300), 'new.yaml'))).toThrow(
    /ENAMETOOLONG/,
  );
  expect(readdirSync(folder)).toEqual([]);
});
