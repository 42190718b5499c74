import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readPackageVersion } from '../../src/files/package-files.js';
import { toHar } from '../../src/journal/har.js';
import { journal, poll, start } from '../judge/build-journal.js';
import { installCli, MAIN } from './deckhand-process.js';
import { createTempFolder } from './temp-files.js';

const deckhand = installCli();

it('deckhand prints its version', async () => {
  expect(await deckhand.run(['--version'])).toEqual({
    code: 0,
    stdout: `${readPackageVersion()}\n`,
    stderr: '',
  });
});

/** A recording that breaks a rule: the exit code is 1 when it can be judged. */
const broken = (): string => {
  const exchanges = journal(
    start,
    poll({ status: 'failed', error: 'Timeout' }),
    poll({ status: 'generating' }),
  );
  return join(
    createTempFolder({ 'a.har': JSON.stringify(toHar(exchanges, { name: 'deckhand', version: '0' })) }),
    'a.har',
  );
};

describe('deckhand exits with 2 and the reason after', () => {
  it.runIf(existsSync('/dev/full'))(
    'a failed write to a full disk, unless it has found a violation',
    async () => {
      const sentence = 'deckhand: the output cannot be written: No space left on device.';
      const listed = await deckhand.run(['scenario', 'list'], { output: '/dev/full' });
      expect(listed).toEqual({ code: 2, stdout: '', stderr: `${sentence}\n` });
      const judged = await deckhand.run(['judge', broken()], { output: '/dev/full' });
      expect(judged.code).toBe(1);
      expect(judged.stderr).toMatch(/FAIL {2}A terminal status never changes[^]*No space left on device/);
    },
  );

  it('a bug', async () => {
    const sabotage = "Array.prototype.toSorted = () => { throw new TypeError('No order') }";
    const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(sabotage)}` };
    const { code, stderr } = await deckhand.run(['judge', broken()], { env });
    expect(stderr).toMatch(/^deckhand: a bug in Deckhand, please report it: TypeError: No order\n {4}at /);
    expect(code).toBe(2);
  });
});

it('a command in a deleted working directory fails with one sentence', () => {
  const folder = join(createTempFolder({}), 'gone');
  mkdirSync(folder);
  const inside = `rmdir ${folder} && "$0" "$@"`;
  const { status, stderr } = spawnSync('sh', ['-c', inside, process.execPath, MAIN, 'scenario', 'list'], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([
    2,
    'deckhand: The current directory no longer exists.\n  Change to a folder that exists.\n',
  ]);
});
