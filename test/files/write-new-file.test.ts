import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { assertNewFiles, writeNewFile } from '../../src/files/write-new-file.js';
import { writeFileAtomic } from '../../src/files/write-file-atomic.js';
import { createTempFolder } from '../cli/temp-files.js';

describe('a new file', () => {
  it('is written with its permissions, text or bytes', () => {
    const folder = createTempFolder({});
    writeNewFile(join(folder, 'text'), 'text', { mode: 0o600 });
    writeNewFile(join(folder, 'bytes'), new Uint8Array([0, 255]));
    expect(readFileSync(join(folder, 'text'), 'utf8')).toBe('text');
    expect(statSync(join(folder, 'text')).mode & 0o777).toBe(0o600);
    expect([...readFileSync(join(folder, 'bytes'))]).toEqual([0, 255]);
    expect(readdirSync(folder)).toHaveLength(2);
  });

  it('does not overwrite a file with content, unless forced', () => {
    const file = join(createTempFolder({ mine: 'mine' }), 'mine');
    expect(() => writeNewFile(file, 'other')).toThrow(`${file} already exists.`);
    expect(readFileSync(file, 'utf8')).toBe('mine');
    writeNewFile(file, 'other', { force: true });
    expect(readFileSync(file, 'utf8')).toBe('other');
  });

  it('overwrites an empty file, such as one of mktemp', () => {
    const file = join(createTempFolder({ empty: '' }), 'empty');
    writeNewFile(file, 'text');
    expect(readFileSync(file, 'utf8')).toBe('text');
  });

  it('is rejected together with others, with every name, and never replaces a folder', () => {
    const folder = createTempFolder({ one: '1', two: '2' });
    const paths = ['one', 'two', 'three'].map((name) => join(folder, name));
    expect(() => assertNewFiles(paths)).toThrow(`${paths[0]}, ${paths[1]} already exist.`);
    mkdirSync(join(folder, 'three'));
    expect(() => assertNewFiles(paths, { force: true })).toThrow(`${paths[2]} is a folder.`);
  });

  it('requires its folder', () => {
    const file = join(createTempFolder({}), 'none', 'file');
    expect(() => writeNewFile(file, 'text')).toThrow(`${file} cannot be written.`);
    expect(existsSync(file)).toBe(false);
  });
});

describe('a replaced file', () => {
  it('keeps a link, and replaces its target', () => {
    const folder = createTempFolder({ real: 'old' });
    symlinkSync(join(folder, 'real'), join(folder, 'link'));
    writeFileAtomic(join(folder, 'link'), 'new');
    expect(readFileSync(join(folder, 'real'), 'utf8')).toBe('new');
    expect(readdirSync(folder).sort()).toEqual(['link', 'real']);
    writeFileSync(join(folder, 'real'), 'newer');
    expect(readFileSync(join(folder, 'link'), 'utf8')).toBe('newer');
  });
});
