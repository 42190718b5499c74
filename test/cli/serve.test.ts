/** Errors of `deckhand serve` before it listens. */
import { describe, expect, it, vi } from 'vitest';
import { command } from '../../src/cli/serve.js';
import { UserError } from '../../src/base/user-error.js';
import { runInProcess } from './run-in-process.js';
import { createTempFolder } from './temp-files.js';

async function errorOf(...flags: readonly string[]): Promise<string> {
  const { error, errorText, stdout } = await runInProcess(command(), ['--port', '0', ...flags]);
  expect(error).toBeInstanceOf(UserError);
  expect(stdout).toBe('');
  return errorText;
}

const TOKEN = 'a-token-of-16-letters';
const PUBLIC_HOST_FLAGS = ['--host', '0.0.0.0'];
const PUBLIC = ['--public-url', 'https://deck.example.com'];
const ACCESS_ERROR = 'so the server requires a control token and an option for API keys.';
const [ADD_TOKEN, ADD_KEYS] = [
  '--control-token TOKEN (or DECKHAND_CONTROL_TOKEN)',
  '--api-key KEY (or DECKHAND_API_KEYS), --any-api-key or --optional-api-key',
];

describe('deckhand serve to which other machines can connect', () => {
  it.each<[readonly string[], Readonly<Record<string, string>>, string]>([
    [PUBLIC_HOST_FLAGS, {}, `0.0.0.0, ${ACCESS_ERROR}\n  Add ${ADD_TOKEN}, and ${ADD_KEYS}.`],
    [PUBLIC, {}, `https://deck.example.com, ${ACCESS_ERROR}\n  Add ${ADD_TOKEN}, and ${ADD_KEYS}.`],
    [[], { HOST: '0.0.0.0', DECKHAND_CONTROL_TOKEN: TOKEN }, `0.0.0.0, ${ACCESS_ERROR}\n  Add ${ADD_KEYS}.`],
    [
      [...PUBLIC_HOST_FLAGS, '--any-api-key'],
      { DECKHAND_CONTROL_TOKEN: '' },
      `0.0.0.0, ${ACCESS_ERROR}\n  Add ${ADD_TOKEN}.`,
    ],
  ])('%j with %j is an error that names what to add', async (flags, env, message) => {
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
    expect(await errorOf(...flags)).toBe(`Other machines can connect to ${message}`);
  });
});

it('a requested scenario with an error is reported with its position', async () => {
  const folder = createTempFolder({ 'b.yaml': 'title: Mine\nsteps:\n  - complte:\n' });
  expect(await errorOf('--scenarios', `${folder}/b.yaml`)).toMatch(/b\.yaml:3:\d+: .*complte.*complete/);
});

it.each([
  [['--tls-cert', 'package.json'], '--tls-cert requires --tls-key.'],
  [['--tls-cert', 'none.pem', '--tls-key', 'none.pem'], 'none.pem cannot be read. No such file or folder.'],
  [['--tls-cert', 'package.json', '--tls-key', 'package.json'], 'One of them is not in PEM.'],
])('a certificate cannot be used: %j', async (flags, what) => {
  expect(await errorOf(...flags)).toContain(what);
});
