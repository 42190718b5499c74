// A project without "type": "module", on Node's own runner: every entry that works there is used once.
const assert = require('node:assert/strict');
const { after, afterEach, before, test } = require('node:test');
const { connectDeckhand, createDeckhand } = require('deckhand');
const { judge, verify } = require('deckhand/verify');
const { setupDeckhand } = require('deckhand/node');
const { createDeckhandServer } = require('deckhand/server');
const { createClient, runFullFlow } = require('./full-flow.cjs');

const { listen, close, reset, deckhand, assertReceived, clientReport } = setupDeckhand({
  origin: 'https://api.example.com',
});
before(() => listen());
afterEach(() => reset());
after(() => close());

test('a job runs through the full flow', async () => {
  await runFullFlow(
    createClient('https://api.example.com/api/v1', 'deckhand-dev-key'),
    deckhand.workspace('ws_dev'),
  );
  assertReceived('startGeneration', { times: 1, status: 202 });
  assert.notEqual((await clientReport()).outcome, 'error');
});

test('a mock server in process, and one on a port', async () => {
  const headers = { 'x-api-key': 'deckhand-dev-key' };
  const inProcess = createDeckhand({ scenario: 'instant' });
  assert.equal((await inProcess.fetch('https://x.example/api/v1/templates', { headers })).status, 200);
  const report = await verify({
    baseUrl: 'https://x.example/api/v1',
    apiKey: 'deckhand-dev-key',
    readOnly: true,
    requestsPerMinute: 0,
    fetch: (request) => inProcess.fetch(request),
  });
  assert.equal(report.outcome, 'pass');
  assert.equal(judge({ log: { entries: [] } }).outcome, 'incomplete');
  const server = createDeckhandServer();
  await server.listen(0);
  try {
    assert.equal((await fetch(`${server.baseUrl}/templates`, { headers })).status, 200);
    const remote = connectDeckhand(new URL(server.baseUrl).origin).workspace('ws_dev');
    assert.equal((await remote.journal({ operation: 'listTemplates' })).length, 1);
  } finally {
    await server.close();
  }
});
