import { describe, expect, it } from 'vitest';
import { command as exec } from '../../src/cli/exec.js';
import { command as scenario } from '../../src/cli/scenario.js';
import { command as serve } from '../../src/cli/serve.js';

const helpOf = (name: string): string =>
  scenario()
    .commands.find((each) => each.name() === name)
    ?.helpInformation() ?? '';

describe('the help of', () => {
  it.each([
    [
      serve().helpInformation(),
      '--port --host --tls-cert --tls-key --scenario --scenarios --replay --speed --rate-limit --latency --seed --base-path --key --no-key --public-url --max-jobs --any-key --config --no-config --allow-origin --log --allow-host --state --control-token --help',
    ],
    [
      exec().helpInformation(),
      '--strict-conduct --scenario --scenarios --speed --rate-limit --latency --seed --base-path --key --no-key --any-key --config --no-config --port --help',
    ],
    [helpOf('types'), '--scenarios --out --help'],
    [helpOf('list'), '--scenarios --help'],
    [helpOf('check'), '--help'],
    [helpOf('preview'), '--scenarios --every --reply-after --no-reply --seed --help'],
  ])('each command describes every flag: %.30s', (help, flags) => {
    const described = [...help.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)(?: <\w+>)? {2,}\S/gm)];
    expect(described.map(([, flag]) => flag)).toEqual(flags.split(' '));
  });
});
