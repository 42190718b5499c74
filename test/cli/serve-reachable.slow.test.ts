import { describe, expect, it } from 'vitest';
import { install } from './deckhand-process.js';

const deckhand = install();
const TOKEN = 'a-token-of-16-letters';
const [NAMED, PUBLIC] = [
  ['--host', '0.0.0.0'],
  ['--public-url', 'https://deck.example.com'],
];
const WHO = 'so it needs a control token and a decision about API keys.';
const [ADD_TOKEN, ADD_KEYS] = [
  '--control-token TOKEN (or DECKHAND_CONTROL_TOKEN)',
  '--key KEY (or DECKHAND_KEYS), --any-key or --no-key',
];

describe('deckhand serve that other machines can reach', () => {
  it.each<[readonly string[], Readonly<Record<string, string>>, string]>([
    [NAMED, {}, `0.0.0.0, ${WHO}\n  Add ${ADD_TOKEN}, and ${ADD_KEYS}.`],
    [PUBLIC, {}, `https://deck.example.com, ${WHO}\n  Add ${ADD_TOKEN}, and ${ADD_KEYS}.`],
    [[], { HOST: '0.0.0.0' }, `0.0.0.0, ${WHO}\n  Add ${ADD_TOKEN}, and ${ADD_KEYS}.`],
    [[...NAMED, '--control-token', TOKEN], { DECKHAND_KEYS: '' }, `0.0.0.0, ${WHO}\n  Add ${ADD_KEYS}.`],
    [[...NAMED, '--any-key'], { DECKHAND_CONTROL_TOKEN: '' }, `0.0.0.0, ${WHO}\n  Add ${ADD_TOKEN}.`],
  ])('%j with %j says what to add, and ends with 2', async (flags, env, message) => {
    const { code, stdout, stderr } = await deckhand.run(['serve', '--port', '0', ...flags], { env });
    expect([code, stdout, stderr]).toEqual([
      2,
      '',
      `deckhand: Other machines can reach a server at ${message}\n`,
    ]);
  });

  it.each<[readonly string[], Readonly<Record<string, string>>, readonly number[]]>([
    [['--key', 'mine'], {}, [200, 401, 401, 401]],
    [[], { DECKHAND_KEYS: 'mine,sandbox-one=ws_sandbox_one' }, [200, 401, 200, 401]],
    [['--key', 'deckhand-dev-key'], {}, [401, 200, 401, 401]],
    [['--any-key'], {}, [200, 200, 200, 401]],
    [['--no-key'], {}, [200, 200, 200, 200]],
  ])('%j with %j accepts what was decided', async (flags, env, statuses) => {
    const shown = deckhand.start(['serve', '--port', '0', ...NAMED, ...flags], {
      env: { DECKHAND_CONTROL_TOKEN: TOKEN, ...env },
    });
    const url = await shown.url();
    const statusOf = async (key?: string) =>
      (await fetch(`${url}/api/v1/templates`, { headers: key === undefined ? {} : { 'x-api-key': key } }))
        .status;
    const sent = ['mine', 'deckhand-dev-key', 'sandbox-one', undefined];
    expect(await Promise.all(sent.map(statusOf))).toEqual(statuses);
    const control = `${url}/_deckhand/api/workspaces`;
    expect((await fetch(control)).status).toBe(403);
    expect((await fetch(control, { headers: { authorization: `Bearer ${TOKEN}` } })).status).toBe(200);
    expect(shown.stdout).not.toContain(TOKEN);
  });

  it('needs neither on a local address, also with a local public URL', async () => {
    const shown = deckhand.start(['serve', '--port', '0', '--public-url', 'http://localhost:3000']);
    expect((await fetch(`${await shown.url()}/_deckhand/api/workspaces`)).status).toBe(200);
  });
});
