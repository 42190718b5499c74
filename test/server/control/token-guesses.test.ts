import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDeckhand } from '../../../src/app/deckhand.js';
import { startServer, type RunningServer } from '../../../src/server/server.js';

const TOKEN = 'a-token-of-sixteen-characters';
let server: RunningServer;

beforeAll(async () => {
  server = await startServer(createDeckhand(), { host: '127.0.0.1', port: 0, control: { token: TOKEN } });
});
afterAll(() => server.close());

const ask = async (token: string): Promise<string> => {
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${server.url}/_deckhand/api/workspaces`, { headers });
  return response.ok ? 'accepted' : (await response.json()).detail;
};

it('an address has few wrong tokens under way; further ones are refused unread, for a moment', async () => {
  expect(await ask(TOKEN)).toBe('accepted');
  const wrong = await Promise.all(Array.from({ length: 12 }, (_, number) => ask(`wrong-${number}`)));
  expect(wrong.filter((detail) => detail.includes('too many wrong tokens'))).toHaveLength(4);
  expect(wrong.filter((detail) => detail.includes('Send the token'))).toHaveLength(8);

  const guesses = Promise.all(Array.from({ length: 8 }, (_, number) => ask(`wrong-${number}`)));
  await expect.poll(() => ask(TOKEN), { interval: 5 }).toContain('too many wrong tokens');
  await guesses;
  expect(await ask(TOKEN)).toBe('accepted');
});
