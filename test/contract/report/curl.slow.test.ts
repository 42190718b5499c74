import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { curlOf } from '../../../src/contract/report/curl.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'deckhand-curl-'));
  // Prints its arguments as JSON, and its input for `@-`.
  const script = [
    'const args = process.argv.slice(2);',
    "const input = args.includes('@-') ? require('fs').readFileSync(0, 'utf8') : null;",
    'console.log(JSON.stringify({ args, input }));',
  ];
  writeFileSync(join(folder, 'args.cjs'), script.join('\n'));
  writeFileSync(join(folder, 'curl'), `#!/bin/sh\nexec "${process.execPath}" "${folder}/args.cjs" "$@"\n`, {
    mode: 0o755,
  });
});
afterAll(() => rmSync(folder, { recursive: true }));

const shells = ['/bin/dash', '/bin/bash', '/bin/sh', '/bin/busybox'].filter((path) => existsSync(path));

const attacks = [
  'plain',
  `it's`,
  '$(touch owned)',
  '`touch owned`',
  '\u0001$(touch owned)',
  `\u001b]0;x\u0007'; touch owned; '`,
  '\\u0001 \\ % %s %n \n end\n\n',
  '\u0000nul',
  '\u202e reversed',
  '~root !! $HOME "${x}"',
  'Häfen 港 🚢',
];

const sent = (shell: string, command: string): { args: readonly string[]; input: string | null } => {
  const args = shell.endsWith('busybox') ? ['sh', '-c', command] : ['-c', command];
  const env = {
    PATH: `${folder}:${process.env['PATH'] ?? ''}`,
    DECKHAND_API_KEY: 'the-key',
    HOME: '/nowhere',
  };
  return JSON.parse(execFileSync(shell, args, { cwd: folder, env, encoding: 'utf8' })) as never;
};

for (const shell of shells) {
  test.each(attacks)(`${shell} sends the body and the path %j unchanged, and runs nothing else`, (text) => {
    const command = curlOf({
      method: 'POST',
      url: `http://127.0.0.1/api/v1/presentations/${text}`,
      headers: [['authorization', 'Bearer [redacted key]']],
      body: { text, bytes: text.length },
    });
    expect(command).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/);
    const { args, input } = sent(shell, command ?? '');
    expect(input ?? args[args.indexOf('--data-raw') + 1]).toBe(text);
    expect(
      decodeURIComponent(
        args
          .at(-1)
          ?.split('/presentations/')[1]
          ?.replace(/%(?![0-9A-F]{2})/g, '%25') ?? '',
      ),
    ).toBe(text);
    expect(args).toContain('Authorization: Bearer the-key');
    expect(existsSync(join(folder, 'owned'))).toBe(false);
  });
}
