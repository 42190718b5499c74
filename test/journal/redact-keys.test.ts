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
