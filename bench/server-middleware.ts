/** `deckhand/express` in a bare Express 5, with as many live jobs as the first argument says. */
import express from 'express';
import type { AddressInfo } from 'node:net';
import { deckhandMiddleware } from '../src/adapters/express.js';
import { roomFor, startJobs } from './live-jobs.js';
import { tell } from './messages.js';

const jobs = Number(process.argv[2]);
const deckhand = roomFor(jobs);
const ids = await startJobs(deckhand, jobs);
const server = express()
  .use(deckhandMiddleware(deckhand))
  .listen(0, '127.0.0.1', () =>
    tell({ kind: 'listening', port: (server.address() as AddressInfo).port, ids }),
  );
