// A test file in CommonJS. Playwright compiles its own files, and Node loads the package.
const { expect, test } = require('deckhand/playwright');
const { journey } = require('./journey.cjs');

test('one job goes its way, required', async ({ deckhand }) => {
  const ask = async (method, path, body) => {
    const headers = { 'content-type': 'application/json' };
    const response = await deckhand.fetch(path, { method, headers, body: body && JSON.stringify(body) });
    return { status: response.status, body: await response.json() };
  };
  await journey(ask, deckhand);
  await expect(deckhand).toHaveReceived('startGeneration', { times: 1 });
});
