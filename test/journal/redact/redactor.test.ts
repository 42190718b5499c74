import { describe, expect, it } from 'vitest';
import { createDeckhand } from '../../../src/app/deckhand.js';
import { Redactor } from '../../../src/journal/redact/redactor.js';

describe('the redactor of keys', () => {
  it('takes a thousand long keys', () => {
    const keys = Array.from({ length: 1000 }, (_, index) => `${'k/+"'.repeat(200)}${index}`);
    const redactor = new Redactor(keys.map((key, index) => ({ key, mark: `[redacted ${index}]` })));
    for (const index of [0, 10, 999]) {
      const key = keys[index] as string;
      expect(redactor.text(`a ${key} b`)).toBe(`a [redacted ${index}] b`);
      expect(redactor.text(encodeURIComponent(key))).toBe(`[redacted ${index}]`);
    }
  });

  it('keeps the scheme of other requests when a client sends its name as a key', () => {
    const redactor = new Redactor([
      { key: 'Bearer', mark: '[redacted 1]' },
      { key: 'a-real-key', mark: '[redacted 2]' },
    ]);
    expect(
      redactor.headers([
        ['Authorization', 'Bearer [redacted 2]'],
        ['X-Echo', 'a-real-key'],
      ]),
    ).toEqual([
      ['Authorization', 'Bearer [redacted 2]'],
      ['X-Echo', '[redacted 2]'],
    ]);
    expect(redactor.text('Send Authorization: Bearer <key>')).toBe('Send Authorization: Bearer <key>');
  });

  it.each([
    ['plain', (key: string) => key],
    ['in another case', (key: string) => key.toUpperCase()],
    ['percent-encoded', encodeURIComponent],
    ['percent-encoded twice', (key: string) => encodeURIComponent(encodeURIComponent(key))],
    [
      'percent-encoded as a whole',
      (key: string) => Buffer.from(key).toString('hex').replaceAll(/../g, '%$&'),
    ],
    ['in JSON', (key: string) => JSON.stringify(key)],
    ['in JSON in JSON', (key: string) => JSON.stringify(JSON.stringify({ key }))],
    [
      'in escapes of JSON',
      (key: string) => key.replaceAll(/./g, (one) => `\\u00${one.charCodeAt(0).toString(16)}`),
    ],
    ['in base64', (key: string) => btoa(`user:${key}`)],
    ['in base64 of an address', (key: string) => Buffer.from(`ab${key}`).toString('base64url')],
  ])('finds a key %s', (_name, spelled) => {
    const key = 'Sk/9+"a~?>b-Key';
    const redactor = new Redactor([{ key, mark: '[redacted 1]' }]);
    const text = `before ${spelled(key)} after, ${spelled(key)}`;
    const clean = redactor.text(text);
    expect(clean).toMatch(/^before \S*\[redacted 1\]\S* after, \S*\[redacted 1\]\S*$/);
    expect(redactor.text(clean)).toBe(clean);
  });

  it('forgets the oldest keys of clients, and never an own one', () => {
    const redactor = new Redactor([{ key: 'own-key', mark: '[redacted own]' }], 3);
    for (let count = 0; count < 300; count += 1)
      redactor.note(`key-number-${count}`, () => `[redacted ${count}]`);
    expect(redactor.text('own-key, key-number-299, key-number-297, key-number-296.')).toBe(
      '[redacted own], [redacted 299], [redacted 297], key-number-296.',
    );
  });

  it('takes a key with half a surrogate pair, which a recording can contain', () => {
    const redactor = new Redactor([{ key: 'secret-\ud800-key', mark: '[redacted]' }]);
    expect(redactor.text('a secret-\ud800-key')).toBe('a [redacted]');
  });

  it('finds secrets by the names of fields and parameters also in a body that is not UTF-8', () => {
    const text = '{"title":"H\xe4fen","password":"sesame","link":"https://cdn.example/x?sig=s3cr3t"}';
    const clean = new Redactor([]).body({ text: btoa(text), encoding: 'base64', bytes: text.length });
    expect(atob(clean.text)).toBe(
      '{"title":"H\xe4fen","password":"[redacted]","link":"https://cdn.example/x?sig=[redacted]"}',
    );
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
