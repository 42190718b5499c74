import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { version } from '../../src/cli/version.js';
import { toHar } from '../../src/journal/har.js';
import { journal, poll, start } from '../contract/exchanges.js';
import { install } from './deckhand-process.js';
import { folderOf } from './temporary.js';

const deckhand = install();

describe('deckhand', () => {
  it('says its version', async () => {
    expect(await deckhand.run(['--version'])).toEqual({ code: 0, stdout: `${version()}\n`, stderr: '' });
  });

  it('shows its help when it gets no command, and does nothing', async () => {
    const { code, stdout, stderr } = await deckhand.run([]);
    expect(code).toBe(2);
    expect(stdout + stderr).toContain('Usage: deckhand');
  });

  it.each([
    [['sevre'], 'Did you mean serve?'],
    [['serve', '--prot', '1'], 'Did you mean --port?'],
    [['scenario', 'preview'], "missing required argument 'name'"],
  ])('says what is wrong with %j, and ends with 2', async (args, complaint) => {
    const { code, stdout, stderr } = await deckhand.run(args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(complaint);
    expect(stderr).not.toMatch(/^ +at /m);
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
    folderOf({ 'a.har': JSON.stringify(toHar(exchanges, { name: 'deckhand', version: '0' })) }),
    'a.har',
  );
};

describe('deckhand ends with 2 and the reason after', () => {
  it.runIf(existsSync('/dev/full')).each([[['judge']], [['serve', '--port', '0']]])(
    'a failed write to a full disk: %j',
    async (args) => {
      const words = args[0] === 'judge' ? [...args, broken()] : args;
      expect(await deckhand.run(words, { output: '/dev/full' })).toEqual({
        code: 2,
        stdout: '',
        stderr: 'deckhand: the output cannot be written: The disk is full.\n',
      });
    },
  );

  it('a bug', async () => {
    const sabotage = "Array.prototype.toSorted = () => { throw new TypeError('No order') }";
    const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(sabotage)}` };
    const { code, stderr } = await deckhand.run(['judge', broken()], { env });
    expect(stderr).toMatch(/^deckhand: a bug in Deckhand, please report it: TypeError: No order\n {4}at /);
    expect(code).toBe(2);
  });

  it('a missing file of its own, in one line', async () => {
    const sabotage =
      "import { register } from 'node:module'; register('data:text/javascript,' + encodeURIComponent(`export const resolve = (name, context, next) => name.endsWith('judge.js') ? next('./not-there.js', context) : next(name, context)`))";
    const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(sabotage)}` };
    const { code, stderr } = await deckhand.run(['judge', broken()], { env });
    expect(stderr).toMatch(
      /^deckhand: a bug in Deckhand, please report it: Cannot find module \S+not-there\.js.*\n$/,
    );
    expect(code).toBe(2);
  });
});

it('a command whose working folder is gone says so in one sentence', async () => {
  const folder = join(folderOf({}), 'gone');
  const inside = `rmdir ${folder} && "$0" "$@"`;
  for (const args of [
    ['serve', '--port', '0'],
    ['scenario', 'list'],
    ['judge', 'x.har'],
  ]) {
    mkdirSync(folder, { recursive: true });
    const { status, stderr } = spawnSync(
      'sh',
      ['-c', inside, process.execPath, join(deckhand.folder, 'dist/cli/main.js'), ...args],
      {
        cwd: folder,
        encoding: 'utf8',
      },
    );
    expect([status, stderr]).toEqual([
      2,
      'deckhand: The folder in which this command runs does not exist any more.\n  Change to a folder that exists.\n',
    ]);
  }
});
