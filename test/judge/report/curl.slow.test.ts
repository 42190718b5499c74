import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sanitizeText } from '../../../src/base/text/sanitize.js';
import type { WireRequest } from '../../../src/journal/exchange.js';
import { toCurl, isSentAgain } from '../../../src/judge/report/curl.js';
import fc from '../../fast-check.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'deckhand-curl-'));
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

/** Parts of hostile recordings, and arbitrary text. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...attacks,
        '"',
        "'",
        '\\',
        '!',
        '-',
        '@args.cjs',
        '##vso[x]',
        '&',
        ';',
        '|',
        '> owned',
        '{a,b}',
        '..',
        '/',
      ),
      fc.constantFrom(
        '[redacted gateway]',
        '[redacted]',
        '[redacted 1a2b3c4d]',
        ' [redacted key]',
        'Bearer ',
      ),
      fc.string({ unit: 'binary', maxLength: 12 }),
    ),
    { maxLength: 4 },
  )
  .map((parts) => parts.join(''));

const requests = fc.record<WireRequest>({
  method: fc.constantFrom('GET', 'POST', 'PATCH'),
  url: hostile.map((path) => `http://127.0.0.1/${path}`),
  headers: fc.array(
    fc.tuple(
      fc.oneof(fc.constantFrom('X-Gate', 'x-api-key', 'Authorization', 'X-Note', "X-'$(touch`"), hostile),
      hostile,
    ),
    { maxLength: 3 },
  ),
  body: fc.oneof(
    fc.constant(undefined),
    hostile.map((text) => ({ text, bytes: text.length })),
  ) as never,
});

const MARK = /\[redacted(?: [^\]]{1,40})?\]/;

/** In place of curl: prints each argument, and its input in hex, with a NUL after each. */
const PRINTER = `curl() {
  printf 'curl\\0'
  for argument do printf '%s\\0' "$argument"; done
  case $* in *'--data-binary @-'*) od -An -v -tx1 | tr -d ' \\n'; printf '\\0';; esac
}
`;

test.each(shells)('%s gives curl exactly what a hostile recording has, and runs nothing of it', (shell) => {
  fc.assert(
    fc.property(fc.array(requests, { minLength: 30, maxLength: 30 }), (all) => {
      const commands = all.map((request) => toCurl(request) ?? '');
      for (const command of commands) expect(sanitizeText(command)).toBe(command);
      const script = PRINTER + commands.join('\n');
      const args = shell.endsWith('busybox') ? ['sh', '-c', script] : ['-c', script];
      const env = { PATH: process.env['PATH'], DECKHAND_API_KEY: '$(touch owned) "key"' };
      const out = execFileSync(shell, args, { cwd: folder, env, encoding: 'utf8' });
      const runs = out.split('curl\0').slice(1);
      expect(runs).toHaveLength(all.length);
      for (const [index, request] of all.entries()) expectSent(runs[index]?.split('\0') ?? [], request);
      expect(existsSync(join(folder, 'owned'))).toBe(false);
    }),
    { numRuns: 10 },
  );
});

function expectSent(words: readonly string[], { method, url, headers, body }: WireRequest): void {
  const piped = words.includes('@-');
  const address = words.at(piped ? -3 : -2) ?? '';
  expect(address).toMatch(/^http:\/\/127\.0\.0\.1\/[^\s\u0000-\u001f]*$/u);
  expect(onTheWire(address)).toBe(onTheWire(url));
  const sent = words.flatMap((word, index) => (words[index - 1] === '-H' ? [word] : []));
  const expected = headers.flatMap(([name, value]) => {
    const isUsual = !/^(?:x-api-key|authorization)$/i.test(name) && !MARK.test(value);
    const isValid = /^[!#$%&'*+.^`|~\w-]+$/.test(name) && isSentAgain(name) && !/[\0\r\n]/.test(value);
    if (!isUsual || !isValid) return [];
    return [value.trim() === '' ? `${name};` : `${name}: ${wellFormed(value)}`];
  });
  expect(sent).toEqual(expect.arrayContaining(expected));
  // No header begins a file name, and none is made up.
  expect(sent.length).toBeLessThanOrEqual(headers.length + 1);
  for (const word of sent) expect(word).toMatch(/^[!#$%&'*+.^`|~\w-]+(?:;$|: )/);
  if (method !== 'GET') expect(words[words.indexOf('-X') + 1]).toBe(method);
  if (!body) expect(words).not.toContain('--data-raw');
  else if (piped) expect(words.at(-2)).toBe(Buffer.from(wellFormed(body.text)).toString('hex'));
  else expect(words[words.indexOf('--data-raw') + 1]).toBe(body.text);
}

/** (Node 20 has `toWellFormed`, the types of this project do not.) */
const wellFormed = (text: string): string => Buffer.from(text).toString();

const onTheWire = (address: string): string =>
  wellFormed(address).replaceAll(/[^\x21-\x7e]/gu, encodeURIComponent);
