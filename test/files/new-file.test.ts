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
import { requireNew, writeNew } from '../../src/files/new-file.js';
import { replaceFile } from '../../src/files/replace-file.js';
import { folderOf } from '../cli/temporary.js';

describe('a new file', () => {
  it('is written with its permissions, text or bytes', () => {
    const folder = folderOf({});
    writeNew(join(folder, 'text'), 'text', { mode: 0o600 });
    writeNew(join(folder, 'bytes'), new Uint8Array([0, 255]));
    expect(readFileSync(join(folder, 'text'), 'utf8')).toBe('text');
    expect(statSync(join(folder, 'text')).mode & 0o777).toBe(0o600);
    expect([...readFileSync(join(folder, 'bytes'))]).toEqual([0, 255]);
    expect(readdirSync(folder)).toHaveLength(2);
  });

  it('does not replace a file with content, unless it is forced', () => {
    const file = join(folderOf({ mine: 'mine' }), 'mine');
    expect(() => writeNew(file, 'other')).toThrow(`${file} already exists.`);
    expect(readFileSync(file, 'utf8')).toBe('mine');
    writeNew(file, 'other', { force: true });
    expect(readFileSync(file, 'utf8')).toBe('other');
  });

  it('replaces an empty file, as mktemp makes them', () => {
    const file = join(folderOf({ empty: '' }), 'empty');
    writeNew(file, 'text');
    expect(readFileSync(file, 'utf8')).toBe('text');
  });

  it('is refused together with others, with every name, and never in place of a folder', () => {
    const folder = folderOf({ one: '1', two: '2' });
    const paths = ['one', 'two', 'three'].map((name) => join(folder, name));
    expect(() => requireNew(paths)).toThrow(`${paths[0]}, ${paths[1]} already exist.`);
    mkdirSync(join(folder, 'three'));
    expect(() => requireNew(paths, { force: true })).toThrow(`${paths[2]} is a folder.`);
  });

  it('needs its folder', () => {
    const file = join(folderOf({}), 'none', 'file');
    expect(() => writeNew(file, 'text')).toThrow(`${file} cannot be written.`);
    expect(existsSync(file)).toBe(false);
  });
});

describe('a replaced file', () => {
  it('leaves a link in place, and replaces what it points to', () => {
    const folder = folderOf({ real: 'old' });
    symlinkSync(join(folder, 'real'), join(folder, 'link'));
    replaceFile(join(folder, 'link'), 'new');
    expect(readFileSync(join(folder, 'real'), 'utf8')).toBe('new');
    expect(readdirSync(folder).sort()).toEqual(['link', 'real']);
    writeFileSync(join(folder, 'real'), 'newer');
    expect(readFileSync(join(folder, 'link'), 'utf8')).toBe('newer');
  });
});
