import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { install } from './deckhand-process.js';
import { folderOf } from './temporary.js';

const deckhand = install();
const bundled = readdirSync('scenarios').filter((file) => file.endsWith('.yaml'));

const WRONG =
  'title: Mine\ndescription: A story of mine\nsteps:\n  - work: { for: soon, tokens: 0..10 }\n  - complete:\n';

describe('deckhand scenario check', () => {
  it('finds no mistakes in the bundled scenarios', async () => {
    expect(await deckhand.run(['scenario', 'check'])).toEqual({
      code: 0,
      stdout: `${bundled.length} of ${bundled.length} scenario files are valid.\n`,
      stderr: '',
    });
  });

  it('exits with 1 when a file is invalid', async () => {
    const file = join(folderOf({ 'mine.yaml': WRONG }), 'mine.yaml');
    const { code, stdout, stderr } = await deckhand.run(['scenario', 'check', file]);
    expect([code, stdout]).toEqual([1, '0 of 1 scenario file is valid.\n']);
    expect(stderr).toMatch(/^\S+mine\.yaml:4:13: steps\[0\]\.work\.for must be a time such as 2s[^\n]*\n$/);
  });
});

describe('deckhand scenario preview', () => {
  it('shows the responses to a client, with the faults', async () => {
    const { code, stdout, stderr } = await deckhand.run(['scenario', 'preview', 'rate-limited']);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^rate-limited: 429 while polling, with Retry-After\n/);
    expect(stdout).toMatch(/9s +GET status +429 +Retry-After 2 +\[responds 429\]/);
    expect(stdout).toMatch(/GET status +200 +completed/);
  });
});
