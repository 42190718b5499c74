/** The HTTP server: keys, quota, errors and compression. The routes are in routes.ts. */
import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { randomOf } from '../random.js';
import type { Peer, PeerOptions, RunningPeer } from '../peer.js';
import { digestOf, one, openDatabase, type Database } from './database.js';
import { Refusal } from './refusal.js';
import { Quota } from './quota.js';
import { addRoutes } from './routes.js';
import { startWorker } from './worker.js';

const keys = { first: 'atl_live_7Qk2mVb91', second: 'atl_live_Zp04tRw66', disabled: 'atl_live_Lx83nHc20' };
const workspaces = [
  ['acme-gmbh', keys.first, 'Business'],
  ['lycée-42', keys.second, 'Max'],
  ['solo', keys.disabled, 'Starter'],
] as const;

export const fastifyPeer: Peer = {
  name: 'Fastify with SQLite and a worker',
  keys,
  questionPrompt: 'A talk about tidal power. Which audience should it have?',
  failurePrompt: 'A talk about classified turbines',
  start: (options) => {
    const folder = mkdtempSync(join(tmpdir(), 'peer-'));
    return startOn(join(folder, 'atelier.db'), options, () =>
      rmSync(folder, { recursive: true, force: true }),
    );
  },
};

/** @param file is created if it is missing; a later start on the same file continues with its data */
export async function startOn(
  file: string,
  { speed, requestsPerMinute, seed }: PeerOptions,
  cleanUp = () => {},
): Promise<RunningPeer> {
  const database = openDatabase(file, workspaces);
  const stopWorker = startWorker(database);
  const app = fastify({ genReqId: () => `req_${randomUUID().slice(0, 8)}`, forceCloseConnections: true });
  // The document has no other media type for requests.
  app.removeContentTypeParser('text/plain');
  guard(app, database, new Quota(requestsPerMinute));
  await app.register(async (api) => addRoutes(api, { database, speed, random: randomOf(seed) }), {
    prefix: '/api/v1',
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/api/v1`,
    close: async () => {
      stopWorker();
      await app.close();
      database.close();
      cleanUp();
    },
  };
}

declare module 'fastify' {
  interface FastifyRequest {
    workspace: string;
  }
}

function guard(app: FastifyInstance, database: Database, quota: Quota): void {
  app.decorateRequest('workspace', '');
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('x-request-id', request.id).header('cache-control', 'private, no-store');
    const key = keyOf(request);
    if (key === undefined) throw new Refusal(401, 'authentication_required', 'Pass your API key.');
    const found = one(
      database,
      'select w.id, w.api_enabled from api_keys k join workspaces w on w.id = k.workspace where k.digest = ?',
      [digestOf(key)],
    );
    if (!found) throw new Refusal(401, 'invalid_api_key', 'This API key does not exist.');
    if (found['api_enabled'] !== 1)
      throw new Refusal(402, 'upgrade_required', 'The API is part of the plans Max and Business.');
    const seconds = quota.take(key);
    if (seconds > 0) {
      void reply.header('retry-after', seconds);
      throw new Refusal(429, 'rate_limited', `Slow down: try again in ${seconds} s.`);
    }
    request.workspace = String(found['id']);
  });
  app.setErrorHandler(async (error: Error & { statusCode?: number }, request, reply) => {
    const refusal =
      error instanceof Refusal ? error : new Refusal(error.statusCode ?? 500, 'bad_request', error.message);
    if (refusal.status === 401) void reply.header('www-authenticate', 'Bearer realm="atelier"');
    return reply
      .code(refusal.status)
      .send({ error: { type: refusal.type, message: refusal.message, request_id: request.id } });
  });
  app.setNotFoundHandler(async () => {
    throw new Refusal(404, 'route_not_found', 'There is no such route.');
  });
  app.addHook('onSend', async (request, reply, payload) => {
    if (
      typeof payload !== 'string' ||
      payload.length < 400 ||
      !/\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))
    )
      return payload;
    void reply
      .header('content-encoding', 'gzip')
      .header('vary', 'accept-encoding')
      .removeHeader('content-length');
    return gzipSync(payload);
  });
}

/** Section 5: either header. */
function keyOf({ headers }: FastifyRequest): string | undefined {
  const bearer = /^bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1];
  const own = headers['x-api-key'];
  return bearer ?? (typeof own === 'string' && own !== '' ? own : undefined);
}
