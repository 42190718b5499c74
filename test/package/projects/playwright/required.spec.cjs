// A test file in CommonJS. Playwright compiles its own files, and Node loads the package.
const { expect, test } = require('deckhand/playwright');
const { runFullFlow } = require('./full-flow.cjs');

test('a job runs through the full flow, required', async ({ deckhand }) => {
  const request = async (method, path, body) => {
    const headers = { 'content-type': 'application/json' };
    const response = await deckhand.fetch(path, { method, headers, body: body && JSON.stringify(body) });
    return { status: response.status, body: await response.json() };
  };
  await runFullFlow(request, deckhand);
  await expect(deckhand).toHaveReceived('startGeneration', { times: 1 });
});
