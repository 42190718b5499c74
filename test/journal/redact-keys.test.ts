import { describe, expect, it } from 'vitest';
import { createDeckhand } from '../../src/app/deckhand.js';
import { keyRedactor } from '../../src/journal/redact-keys.js';

describe('the redactor of keys', () => {
  it('takes a thousand long keys', () => {
    const keys = Array.from({ length: 1000 }, (_, index) => `${'k/+"'.repeat(200)}${index}`);
    const redactor = keyRedactor(keys.map((key, index) => ({ key, mark: `[redacted ${index}]` })));
    for (const index of [0, 10, 999]) {
      const key = keys[index] as string;
      expect(redactor.text(`a ${key} b`)).toBe(`a [redacted ${index}] b`);
      expect(redactor.text(encodeURIComponent(key))).toBe(`[redacted ${index}]`);
    }
  });

  it('keeps the scheme of other requests when a client sends its name as a key', () => {
    const { headers, text } = keyRedactor([
      { key: 'Bearer', mark: '[redacted 1]' },
      { key: 'a-real-key', mark: '[redacted 2]' },
    ]);
    expect(
      headers([
        ['Authorization', 'Bearer [redacted 2]'],
        ['X-Echo', 'a-real-key'],
      ]),
    ).toEqual([
      ['Authorization', 'Bearer [redacted 2]'],
      ['X-Echo', '[redacted 2]'],
    ]);
    expect(text('Send Authorization: Bearer <key>')).toBe('Send Authorization: Bearer <key>');
  });

  it('takes a key with half a surrogate pair, which a recording can contain', () => {
    const redactor = keyRedactor([{ key: 'secret-\ud800-key', mark: '[redacted]' }]);
    expect(redactor.text('a secret-\ud800-key')).toBe('a [redacted]');
  });

  it('keeps a journal readable after keys of 15,000 characters, and shows none of them', async () => {
    const deckhand = createDeckhand({ keys: 'any' });
    const key = (index: number) => `${'k/+"'.repeat(3700)}${index}`;
    for (let index = 0; index < 60; index += 1)
      await deckhand.fetch('http://localhost/api/v1/templates', { headers: { 'x-api-key': key(index) } });
    const journal = deckhand.workspace('ws_dev').journal();
    expect(journal).toHaveLength(60);
    expect(JSON.stringify(journal)).not.toContain('k/+');
  });
});

it('events and the journal show no key of another request, also while somebody follows', async () => {
  const keys = { 'first-secret-key': 'ws_dev', 'second-secret-key': 'ws_dev' };
  const deckhand = createDeckhand({ keys });
  const workspace = deckhand.workspace('ws_dev');
  const send = (key: string, path: string) =>
    deckhand.fetch(`http://localhost/api/v1/${path}`, {
      headers: { 'x-api-key': key, 'x-note': 'a FIRST-secret-key' },
    });
  const shown: string[] = [];
  const events = workspace.events()[Symbol.asyncIterator]();
  shown.push(JSON.stringify(await events.next()));
  await send('first-secret-key', 'templates');
  await send('second-secret-key', 'templates?note=first-secret-key');
  while (shown.filter((text) => text.includes('"exchange"')).length < 2)
    shown.push(JSON.stringify(await events.next()));
  await events.return(undefined);
  const all = [...shown, JSON.stringify(workspace.journal()), JSON.stringify(await workspace.snapshot())];
  expect(all.join('\n')).toContain('note=[redacted ');
  expect(all.join('\n')).not.toMatch(/first-secret-key/i);
});
