import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { Deckhand, type DeckhandOptions } from '../../src/app/deckhand.js';
import { banner } from '../../src/cli/banner.js';
import { networkUrls } from '../../src/transports/listen.js';
import { recordingToHar, start } from '../replay/recorded-traffic.js';

const shown = (host?: string): string => shownWith({}, host);
const shownWith = (options: DeckhandOptions, host = '127.0.0.1'): string => {
  const deckhand = new Deckhand(options);
  const { apiKeys } = options;
  return stripVTControlCharacters(banner({ url: 'http://127.0.0.1:4010', host, deckhand, keys: apiKeys }));
};

describe('the banner', () => {
  it('has the base path in its commands', () => {
    const text = shownWith({ basePath: '/backend/api/v1' });
    expect(text).toContain('    http://127.0.0.1:4010/backend/api/v1/presentations/generate\n');
  });

  it('has the file of --snapshot, which is read-only', () => {
    const deckhand = new Deckhand();
    const text = banner({ url: 'http://x', host: '::1', deckhand, keys: undefined, snapshotFile: 'm.json' });
    expect(text).toContain('  Snapshot  m.json (read-only; clock paused)\n');
  });

  it('lists which other keys are accepted', () => {
    expect(shownWith({ apiKeys: 'any' })).toMatch(/ any other key +workspace ws_dev\n/);
    expect(shownWith({ apiKeys: 'optional' })).toMatch(/ no or any other key +workspace ws_dev\n/);
  });

  it('names a recording with its keys and warnings, and no scenario', () => {
    const deck = {
      ...start(0, 'gen_7f3k', 'A pitch', { key: null }),
      wire: { text: '', bytes: 9, truncated: true },
    };
    const text = shownWith({ replay: recordingToHar([deck]) });
    expect(text).toContain('Replay    the recording: 0 jobs, 1 request\n');
    expect(text).toContain('no or any other key');
    expect(text).toContain('Warning   The recorder omitted or truncated 1 body.');
    // A pasted start would use up the recorded one.
    expect(text).not.toMatch(/Scenario|rate-limited|curl/);
    const three = ['one', 'two', 'three'].map((key, at) => start(at, `gen_${key}`, key, { key }));
    expect(shownWith({ replay: recordingToHar(three) })).toMatch(
      /deckhand-replay-key-3 +workspace ws_replay_3\n/,
    );
  });

  it.each(['127.0.0.1', '::1'])('has no warning for %s', (host) => {
    expect(shown(host)).not.toContain('other machines');
  });

  it.each(['0.0.0.0', '::'])('has the addresses of this machine in its networks, on %s', (host) => {
    const text = shown(host);
    for (const address of networkUrls('http://127.0.0.1:4010').slice(0, 2))
      expect(text).toMatch(new RegExp(`Network   .*${address.replaceAll('.', '\\.')}`));
    expect(text).not.toMatch(/http:\/\/(?:0\.0\.0\.0|\[::\])/);
  });

  it('warns about a host to which other machines can connect', () => {
    expect(shown('build-host')).toContain('Network   other machines can use this server on build-host');
  });

  it('has only the keys of the user where other machines can connect', () => {
    const keys = { 'my-secret-key': 'ws_team' };
    const deckhand = new Deckhand({ apiKeys: keys });
    const text = banner({
      url: 'http://127.0.0.1:4010',
      host: '0.0.0.0',
      deckhand,
      keys,
      isReachable: true,
    });
    expect(text).not.toMatch(/deckhand-dev-key|my-secret-key/);
    expect(text).toContain("-H 'x-api-key: YOUR-KEY'");
  });
});
