/**
 * What most would write: bare Express 5, one route to poll and one to post to. The body of polls is the first argument; the
 * second is a port, any free one when left out.
 */
import express from 'express';
import type { AddressInfo } from 'node:net';
import { tell } from './messages.js';

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
  tell({ kind: 'listening', port: (server.address() as AddressInfo).port }),
);
