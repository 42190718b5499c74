import { describe, expect, it } from 'vitest';
import { version } from '../../src/cli/version.js';
import { command as exec } from '../../src/cli/exec.js';
import { command as scenario } from '../../src/cli/scenario.js';
import { command as serve } from '../../src/cli/serve.js';
import { install } from './deckhand-process.js';

const deckhand = install();
const helpOf = (name: string): string =>
  scenario()
    .commands.find((each) => each.name() === name)
    ?.helpInformation() ?? '';

describe('deckhand', () => {
  it('says its version', async () => {
    expect(await deckhand.run(['--version'])).toEqual({ code: 0, stdout: `${version()}\n`, stderr: '' });
  });

  it('shows every command', async () => {
    const { code, stdout } = await deckhand.run(['--help']);
    expect(code).toBe(0);
    for (const command of ['serve', 'verify', 'exec', 'scenario'])
      expect(stdout).toMatch(new RegExp(`^ {2}${command}`, 'm'));
  });

  it('shows its help when it is not told what to do, and has done nothing', async () => {
    const { code, stdout, stderr } = await deckhand.run([]);
    expect(code).toBe(2);
    expect(stdout + stderr).toContain('Usage: deckhand');
  });

  it.each([
    [['sevre'], 'Did you mean serve?'],
    [['serve', '--prot', '1'], 'Did you mean --port?'],
    [['serve', 'now'], 'too many arguments'],
    [['scenario', 'lits'], 'Did you mean list?'],
    [['scenario', 'preview'], "missing required argument 'name'"],
    [['--bogus'], "unknown option '--bogus'"],
  ])('says what is wrong with %j, and ends with 2', async (args, complaint) => {
    const { code, stdout, stderr } = await deckhand.run(args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(complaint);
    expect(stderr).not.toMatch(/^ +at /m);
  });
});

describe('the help of', () => {
  it.each([
    [
      serve().helpInformation(),
      '--port --host --scenario --scenarios --speed --rate-limit --seed --store --log --public-url --allow-origin --allow-host --max-jobs --open-control --control-token --self-check --tight-loop --help',
    ],
    [
      exec().helpInformation(),
      '--strict-conduct --except --tight-loop --url-as --key-as --scenario --scenarios --speed --rate-limit --seed --port --help',
    ],
    [helpOf('list'), '--scenarios --help'],
    [helpOf('check'), '--help'],
    [helpOf('preview'), '--scenarios --every --polls --reply-after --no-reply --help'],
  ])('each command has every flag, and a word on each: %.30s', (help, flags) => {
    const described = [...help.matchAll(/^ {2}(?:-h, )?(--[\w-]+)(?: <\w+>)? {2,}\S/gm)];
    expect(described.map(([, flag]) => flag)).toEqual(flags.split(' '));
  });

  it('a command is shown when asked for', async () => {
    const { code, stdout } = await deckhand.run(['serve', '--help']);
    expect([code, stdout]).toEqual([0, serve().name('deckhand serve').helpInformation()]);
  });
});
