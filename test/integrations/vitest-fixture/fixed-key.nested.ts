import { describe, expect } from 'vitest';
import { test as base } from '../../../src/integrations/vitest.js';

const url = 'https://api.example.com/api/v1/templates';

/** An app with a key in its own code. */
const ask = async (headers: Record<string, string>) => (await fetch(url, { headers })).status;

const test = base.extend({});
test.override('deckhandOptions', { apiKeys: { 'key-of-the-app': 'ws_dev' } });

for (const when of ['first', 'again'])
  test(`a key of the app's own code opens the sandbox of the test ${when}`, async ({ deckhand }) => {
    expect(await ask({ 'x-api-key': 'key-of-the-app' })).toBe(200);
    expect(await ask({ authorization: 'Bearer deckhand-dev-key' })).toBe(200);
    expect(deckhand.journal()).toHaveLength(2);
  });

test('other keys keep their meaning', async ({ deckhand, sharedDeckhand }) => {
  expect(await ask({ 'x-api-key': 'nobody' })).toBe(401);
  expect(await ask({ 'x-api-key': 'deckhand-other-key' })).toBe(200);
  expect(await ask({})).toBe(401);
  expect(deckhand.journal()).toEqual([]);
  expect(sharedDeckhand.deckhand.workspace('ws_other').journal()).toHaveLength(1);
});

const testWithoutKey = base.extend({ deckhandOptions: { apiKeys: 'optional' as const } });
testWithoutKey('an app without a key has the sandbox of the test', async ({ deckhand }) => {
  expect(await ask({})).toBe(200);
  expect(await ask({ 'x-api-key': 'any' })).toBe(200);
  expect(deckhand.journal()).toHaveLength(2);
});

describe.concurrent('in tests at the same time', () => {
  for (const one of [1, 2])
    test(`only the key of the sandbox tells them apart ${one}`, async ({ deckhand, expect: expectHere }) => {
      await ask({ 'x-api-key': deckhand.apiKey });
      expectHere(deckhand.journal()).toHaveLength(1);
    });
});
