// @vitest-environment jsdom
// An app with a key in its code, which it sends with fetch and with XMLHttpRequest.
import { test as base } from 'deckhand/vitest';
import { expect } from 'vitest';
import { createClient, runFullFlow } from './full-flow.mjs';

const test = base.extend({});
test.override('deckhandOptions', { apiKeys: { 'key-of-the-app': 'ws_dev' } });

for (const when of ['first', 'again'])
  test(`a job runs through the full flow ${when}`, async ({ deckhand }) => {
    expect(window.document.title).toBe('');
    await runFullFlow(createClient('https://api.example.com/api/v1', 'key-of-the-app'), deckhand);
    expect(deckhand.jobs()).toHaveLength(1);
  });

test('an old client gets its response', async ({ deckhand }) => {
  const status = await new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('GET', 'https://api.example.com/api/v1/templates');
    request.setRequestHeader('x-api-key', 'key-of-the-app');
    request.onload = () => resolve(request.status);
    request.onerror = reject;
    request.send();
  });
  expect([status, deckhand.journal().length]).toEqual([200, 1]);
});
