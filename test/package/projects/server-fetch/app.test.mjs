// A server that asks the service itself, with a key that pages never see.
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import { setupDeckhand } from 'deckhand/node';
import { app, journey } from './journey.mjs';

const { listen, close, deckhand } = setupDeckhand({
  origin: 'https://api.example.com',
  keys: { 'key-of-the-server': 'ws_dev' },
});
const upstream = app('https://api.example.com/api/v1', 'key-of-the-server');
const backend = createServer(async (request, response) => {
  const chunks = await request.toArray();
  const body = chunks.length > 0 ? JSON.parse(Buffer.concat(chunks).toString()) : undefined;
  const answer = await upstream(request.method, request.url, body);
  response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body));
});
before(() => new Promise((resolve) => (listen(), backend.listen(0, '127.0.0.1', resolve))));
after(() => (backend.close(), backend.closeAllConnections(), close()));

test('one job goes its way through the server', () =>
  journey(app(`http://127.0.0.1:${backend.address().port}`, 'none'), deckhand.workspace('ws_dev')));
