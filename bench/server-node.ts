/** The baseline: bare `node:http`, which sends the same JSON for every request. The first argument is its body. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { send } from './messages.js';

const value: unknown = JSON.parse(process.argv[2] ?? '{}');
const server = createServer((_request, response) => {
  const body = JSON.stringify(value);
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) });
  response.end(body);
});
server.listen(0, '127.0.0.1', () =>
  send({ kind: 'listening', port: (server.address() as AddressInfo).port }),
);
