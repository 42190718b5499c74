import { describe, expect } from 'vitest';
import { test as base } from '../../../src/integrations/vitest.js';

const url = 'https://api.example.com/api/v1/templates';

/** A request of an app with a fixed key. */
const request = async (headers: Record<string, string>) => (await fetch(url, { headers })).status;

const test = base.extend({});
test.override('deckhandOptions', { apiKeys: { 'key-of-the-app': 'ws_dev' } });

for (const when of ['first', 'again'])
  test(`a key in the app's code opens the sandbox of the test ${when}`, async ({ deckhand }) => {
    expect(await request({ 'x-api-key': 'key-of-the-app' })).toBe(200);
    expect(await request({ authorization: 'Bearer deckhand-dev-key' })).toBe(200);
    expect(deckhand.journal()).toHaveLength(2);
  });

test('other keys keep their meaning', async ({ deckhand, sharedDeckhand }) => {
  expect(await request({ 'x-api-key': 'nobody' })).toBe(401);
  expect(await request({ 'x-api-key': 'deckhand-other-key' })).toBe(200);
  expect(await request({})).toBe(401);
  expect(deckhand.journal()).toEqual([]);
  expect(sharedDeckhand.workspace('ws_other').journal()).toHaveLength(1);
});

const testWithoutKey = base.extend({ deckhandOptions: { apiKeys: 'optional' as const } });
testWithoutKey('an app without a key has the sandbox of the test', async ({ deckhand }) => {
  expect(await request({})).toBe(200);
  expect(await request({ 'x-api-key': 'any' })).toBe(200);
  expect(deckhand.journal()).toHaveLength(2);
});

describe.concurrent('in concurrent tests', () => {
  for (const one of [1, 2])
    test(`only the key of the sandbox distinguishes them ${one}`, async ({
      deckhand,
      expect: expectHere,
    }) => {
      await request({ 'x-api-key': deckhand.apiKey });
      expectHere(deckhand.journal()).toHaveLength(1);
    });
});
