import { describe, expect, it } from 'vitest';
import { install } from './deckhand-process.js';

const deckhand = install();
const serve = (...flags: readonly string[]) => deckhand.start(['serve', '--port', '0', ...flags]);

describe('deckhand serve for other machines', () => {
  it('prints a control token, which its control API then needs', async () => {
    for (const flags of [
      ['--host', '0.0.0.0'],
      ['--public-url', 'https://deck.example.com'],
    ]) {
      const shown = serve(...flags);
      const [, token = ''] = await shown.until(/Token {5}(\S{32}) /);
      const control = `${await shown.url()}/_deckhand/api/workspaces`;
      expect((await fetch(control)).status).toBe(403);
      const response = await fetch(control, { headers: { authorization: `Bearer ${token}` } });
      expect(response.status).toBe(200);
    }
  });

  it('prints keys that it generated, and refuses the development keys', async () => {
    const shown = serve('--host', '0.0.0.0', '--log', 'json');
    const [line = ''] = await shown.until(/^\{.*\}$/m);
    const { listening, keys, warnings } = JSON.parse(line) as {
      listening: string;
      keys: Record<string, string>;
      warnings?: string[];
    };
    expect([Object.values(keys), warnings]).toEqual([['ws_dev', 'ws_other'], undefined]);
    const statusWith = async (key: string) => {
      const url = `${listening}/api/v1/templates`;
      return (await fetch(url, { headers: { 'x-api-key': key } })).status;
    };
    for (const key of Object.keys(keys)) expect(await statusWith(key)).toBe(200);
    for (const key of ['deckhand-dev-key', 'sandbox-x']) expect(await statusWith(key)).toBe(401);
  });

  it('warns of what others can guess or use', async () => {
    const shown = serve('--host', '0.0.0.0', '--log', 'json', '--seed', '3', '--development-keys');
    const [line = ''] = await shown.until(/^\{.*\}$/m);
    const { warnings, keys } = JSON.parse(line) as { warnings: string[]; keys?: object };
    expect(warnings).toEqual([expect.stringContaining('seed'), expect.stringContaining('development keys')]);
    expect(keys).toBeUndefined();
  });

  it('needs no token on a local address, also with a local public URL', async () => {
    const shown = serve('--public-url', 'http://localhost:3000');
    expect((await fetch(`${await shown.url()}/_deckhand/api/workspaces`)).status).toBe(200);
    expect(shown.stdout).not.toContain('Token');
  });
});
