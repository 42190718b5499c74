/** `deckhand/express` in a bare Express 5. The first argument is the number of live jobs. */
import express from 'express';
import type { AddressInfo } from 'node:net';
import { deckhandMiddleware } from '../src/integrations/express.js';
import { createBenchDeckhand, startJobs } from './live-jobs.js';
import { send } from './messages.js';

const jobs = Number(process.argv[2]);
const deckhand = createBenchDeckhand(jobs);
const ids = await startJobs(deckhand, jobs);
const server = express()
  .use(deckhandMiddleware(deckhand))
  .listen(0, '127.0.0.1', () =>
    send({ kind: 'listening', port: (server.address() as AddressInfo).port, ids }),
  );
