import { describe, expect, it } from 'vitest';
import { command as exec } from '../../src/cli/exec.js';
import { command as scenario } from '../../src/cli/scenario.js';
import { command as serve } from '../../src/cli/serve.js';
import { command as types } from '../../src/cli/types.js';

const helpOf = (name: string): string =>
  scenario()
    .commands.find((each) => each.name() === name)
    ?.helpInformation() ?? '';

describe('the help of', () => {
  it.each([
    [
      serve().helpInformation(),
      '--port --host --tls-cert --tls-key --scenario --scenarios --speed --rate-limit --latency --seed --base-path --key --any-key --no-key --config --no-config --redact --store --log --public-url --allow-origin --allow-host --max-jobs --memory --state --replay --overlay --development-keys --open-control --control-token --self-check --tight-loop --help',
    ],
    [
      exec().helpInformation(),
      '--strict-conduct --except --tight-loop --url-as --key-as --scenario --scenarios --speed --rate-limit --latency --seed --base-path --key --any-key --no-key --config --no-config --redact --port --segment --help',
    ],
    [types().helpInformation(), '--scenarios --overlay --out --help'],
    [helpOf('list'), '--scenarios --help'],
    [helpOf('check'), '--help'],
    [helpOf('preview'), '--scenarios --every --polls --reply-after --no-reply --seed --help'],
  ])('each command describes every flag: %.30s', (help, flags) => {
    const described = [...help.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)(?: <\w+>)? {2,}\S/gm)];
    expect(described.map(([, flag]) => flag)).toEqual(flags.split(' '));
  });
});
