/** The option `apiKeys`: which requests are accepted, and which workspace they open. */
import { describe, expect, it } from 'vitest';
import { createDeckhand, type Deckhand, type DeckhandOptions } from '../../../src/app/deckhand.js';
import { UserError } from '../../../src/base/user-error.js';
import { recordingToHar, start } from '../../replay/recorded-traffic.js';

/** The workspace of a request with these headers, or the status if it is rejected. */
async function resolveWorkspace(deckhand: Deckhand, headers: Record<string, string>): Promise<unknown> {
  const { status } = await deckhand.fetch('http://localhost/api/v1/templates', { headers });
  if (status !== 200) return status;
  const workspaces = deckhand.workspaces();
  const used = workspaces.find(({ exchange_count }) => exchange_count > 0)?.id;
  deckhand.workspace(used ?? '').reset();
  return used;
}

const each = async (keys: DeckhandOptions['apiKeys'], ...sent: (string | null)[]): Promise<unknown[]> => {
  const deckhand = createDeckhand({ apiKeys: keys });
  const results: unknown[] = [];
  for (const key of sent)
    results.push(await resolveWorkspace(deckhand, key === null ? {} : { 'x-api-key': key }));
  return results;
};

describe('keys', () => {
  it('are the development keys and sandbox keys by default', async () => {
    expect(
      await each(undefined, 'deckhand-dev-key', 'deckhand-other-key', 'sandbox-a', 'mine', null),
    ).toEqual(['ws_dev', 'ws_other', 'ws_sandbox_a', 401, 401]);
  });

  it('can be any key', async () => {
    expect(await each('any', 'whatever', 'deckhand-other-key', 'sandbox-a', null)).toEqual([
      'ws_dev',
      'ws_other',
      'ws_sandbox_a',
      401,
    ]);
  });

  it('can be omitted, and other credentials of the application do not matter', async () => {
    expect(await each('optional', null, 'session-token', 'deckhand-other-key')).toEqual([
      'ws_dev',
      'ws_dev',
      'ws_other',
    ]);
    const deckhand = createDeckhand({ apiKeys: 'optional' });
    expect(await resolveWorkspace(deckhand, { authorization: 'Basic YTpi' })).toBe('ws_dev');
  });

  describe('where other machines can connect', () => {
    const eachConfigured = async (
      keys: DeckhandOptions['apiKeys'],
      ...sent: string[]
    ): Promise<unknown[]> => {
      const deckhand = createDeckhand({ apiKeys: keys });
      deckhand.requireConfiguredKeys();
      const results: unknown[] = [];
      for (const key of sent) results.push(await resolveWorkspace(deckhand, { 'x-api-key': key }));
      return results;
    };

    it('are only those that the option lists', async () => {
      expect(
        await eachConfigured(
          { mine: 'ws_dev' },
          'mine',
          'deckhand-dev-key',
          'deckhand-other-key',
          'sandbox-a',
        ),
      ).toEqual(['ws_dev', 401, 401, 401]);
    });

    it('can be development keys and sandbox keys, if the option lists them', async () => {
      const keys = { 'deckhand-other-key': 'ws_other', 'sandbox-a': 'ws_sandbox_a' };
      expect(
        await eachConfigured(keys, 'deckhand-other-key', 'sandbox-a', 'deckhand-dev-key', 'sandbox-b'),
      ).toEqual(['ws_other', 'ws_sandbox_a', 401, 401]);
    });

    it('are not those that a replay generates', async () => {
      const calls = ['one', 'two', 'three'].map((key, at) => start(at, `gen_${key}`, key, { key }));
      const deckhand = createDeckhand({ apiKeys: { mine: 'ws_replay_3' }, replay: recordingToHar(calls) });
      deckhand.requireConfiguredKeys();
      expect(await resolveWorkspace(deckhand, { 'x-api-key': 'deckhand-replay-key-3' })).toBe(401);
      expect(deckhand.service.authenticate({ header: () => 'mine' })?.id).toBe('ws_replay_3');
    });

    it('are in no problem response', async () => {
      const deckhand = createDeckhand({ apiKeys: { mine: 'ws_dev' } });
      deckhand.requireConfiguredKeys();
      for (const headers of [new Headers(), new Headers({ 'x-api-key': 'deckhand-dev-key' })]) {
        const response = await deckhand.fetch('http://localhost/api/v1/templates', { headers });
        expect(await response.text()).not.toContain('deckhand-dev-key');
      }
    });
  });

  it('are redacted in the journal', async () => {
    const deckhand = createDeckhand({ apiKeys: { 'my-secret-key': 'ws_dev' } });
    await resolveWorkspace(deckhand, {
      'x-api-key': 'my-secret-key',
      referer: 'http://localhost/my-secret-key',
    });
    expect(JSON.stringify(deckhand.workspace('ws_dev').journal())).not.toContain('my-secret-key');
    await deckhand.fetch('http://localhost/api/v1/templates', { headers: { 'x-api-key': 'my-secret-key' } });
    expect(JSON.stringify(deckhand.workspace('ws_dev').journal())).not.toContain('my-secret-key');
  });

  it.each([
    ['a string', 'my-key', 'apiKeys must be an object'],
    ['the key of a sandbox', { 'sandbox-mine': 'ws_dev' }, 'opens its own workspace'],
    ['the workspace of a sandbox', { 'my-key': 'ws_sandbox_mine' }, 'Only its own key'],
    ['a workspace with a space', { 'my-key': 'my team' }, 'The id of a workspace has letters'],
  ])('cannot be %s, and the error does not contain the key', (_, keys, text) => {
    const start = (): unknown => createDeckhand({ apiKeys: keys as DeckhandOptions['apiKeys'] });
    expect(start).toThrow(UserError);
    try {
      start();
    } catch (error) {
      const shown = (error as UserError).format();
      expect(shown).toContain(text);
      expect(shown.replace("{ 'my-key': ", '')).not.toMatch(/my[- ]key|schlüssel|sandbox-mine/);
    }
  });
});
