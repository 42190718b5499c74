/**
 * A typical hand-written mock: bare Express 5 with one route for polls and one for posts. The first argument is the body of
 * polls. The second is the port (default: a free one).
 */
import express from 'express';
import type { AddressInfo } from 'node:net';
import { send } from './messages.js';

const view: unknown = JSON.parse(process.argv[2] ?? '{}');
const app = express();
app.get('/api/v1/presentations/generate/:id/status', (_request, response) => {
  response.json(view);
});
app.post('/api/v1/presentations/generate', express.json(), (_request, response) => {
  const id = 'gen_0000000000000000';
  const path = `/api/v1/presentations/generate/${id}/status`;
  response.status(202).json({ generation_id: id, status: 'generating', poll_url: path });
});
const server = app.listen(Number(process.argv[3] ?? 0), '127.0.0.1', () =>
  send({ kind: 'listening', port: (server.address() as AddressInfo).port }),
);
