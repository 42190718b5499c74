/** The upstream of the proxies: a bare `node:http` that responds to every poll with a new status view. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { send } from './messages.js';

let requests = 0;
const server = createServer(({ url = '' }, response) => {
  const body = JSON.stringify({
    generation_id: url.split('/').at(-2),
    status: 'generating',
    progress: { slides_total: 8, slides_completed: 3, current_step: 'Writing slide 4 of 8' },
    tokens_used: 1200 + (requests += 1),
  });
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) });
  response.end(body);
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () =>
  send({ kind: 'listening', port: (server.address() as AddressInfo).port }),
);
