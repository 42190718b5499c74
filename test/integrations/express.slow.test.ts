import { readFileSync } from 'node:fs';
import { createServer as createTlsServer, get as getTls } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import express, { type Express } from 'express';
import supertest from 'supertest';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createDeckhand } from '../../src/app/deckhand.js';
import { controlMiddleware, deckhandMiddleware } from '../../src/integrations/express.js';
import { createTempFolder } from '../cli/temp-files.js';
import { selfSigned } from '../proxy/connection/certificate.js';
import { startExpress } from '../transports/start-transports.js';
import { describeTransport } from '../transports/transport-suite.js';

describeTransport(
  'the middleware, at the root',
  startExpress((app, middleware) => app.use(middleware)),
);

it('a connection that a scenario resets breaks under TLS', async () => {
  const bugs: unknown[] = [];
  const middleware = deckhandMiddleware();
  const server = createTlsServer(selfSigned('localhost'), (request, response) =>
    middleware(request, response, (error) => bugs.push(error)),
  );
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void server.close());
  const workspace = middleware.deckhand.workspace('ws_dev');
  workspace.addFault({ connection: 'reset' });
  const { port } = server.address() as AddressInfo;
  const error = await new Promise((resolve) => {
    const headers = { 'x-api-key': 'deckhand-dev-key' };
    getTls({ port, path: '/api/v1/templates', headers, rejectUnauthorized: false }).on('error', resolve);
  });
  expect(error).toHaveProperty('code', 'ECONNRESET');
  expect([bugs, workspace.journal().map(({ failure }) => failure)]).toEqual([[], ['reset']]);
});

describe('an application with the middleware', () => {
  const start = startExpress((app, middleware) => {
    app.use(middleware);
    app.use((request, response) => void response.send(`mine: ${request.url}`));
  }, {});

  it.each(['/', '/api/v1', '/api/v1/users', '/view/%/2'])(
    'passes requests outside the API on: %s',
    async (path) => {
      const { request, close } = await start();
      expect((await request('GET', path)).text).toBe(`mine: ${path}`);
      await close();
    },
  );

  it('serves presentations at their URLs', async () => {
    const { request, deckhand, close } = await start();
    await deckhand.workspace('ws_dev').useScenario('instant');
    const headers = { 'x-api-key': 'deckhand-dev-key', 'content-type': 'application/json' };
    const body = '{"template_id":"tpl_lesson","title":"Knots"}';
    const { url } = (await request('POST', '/api/v1/presentations', { headers, body })).json();
    const page = await request('GET', new URL(url).pathname);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect((await fetch(url)).status).toBe(200);
    await close();
  });

  it('saves scenarios in its folder, and plays them at once', async () => {
    const folder = createTempFolder({});
    const api = deckhandMiddleware({ scenarios: folder });
    const app = express().use(express.json(), api, controlMiddleware(api.deckhand));
    const text = 'title: Mine\nsteps: [fail: { error: Saved. }]\n';
    const saved = await supertest(app)
      .put('/_deckhand/api/scenarios/mine/source')
      .set('Host', '127.0.0.1')
      .send({ text, previous: null });
    expect(saved.status).toBe(200);
    expect(readFileSync(join(folder, 'mine.yaml'), 'utf8')).toBe(text);
    const job = api.deckhand
      .workspace('ws_dev')
      .startJob({ prompt: 'A pitch', scenario: 'mine' as 'instant' });
    expect(job.status_response).toMatchObject({ status: 'failed', error: 'Saved.' });
  });

  it('can share a mock server with other code', () => {
    const deckhand = createDeckhand({ scenario: 'instant' });
    expect(deckhandMiddleware(deckhand).deckhand).toBe(deckhand);
    expect(deckhandMiddleware({ scenario: 'instant' }).deckhand).not.toBe(deckhand);
  });

  it('can have the API below a prefix', async () => {
    const app = express().use(
      deckhandMiddleware({ basePath: '/backend/api/v1', apiKeys: { mine: 'ws_team' } }),
    );
    const headers = { 'x-api-key': 'mine', 'content-type': 'application/json' };
    const started = await supertest(app)
      .post('/backend/api/v1/presentations/generate')
      .set(headers)
      .send('{"prompt":"A deck"}');
    const { generation_id, poll_url } = started.body;
    // The specification documents this form, also for a service below a prefix.
    expect(poll_url).toBe(`/api/v1/presentations/generate/${generation_id}/status`);
    expect(started.headers['location']).toBe(`/backend${poll_url}`);
    const poll = await supertest(app).get(`/backend${poll_url}`).set(headers);
    expect(poll.status).toBe(200);
  });

  it.each([
    ['deck.localhost:4010', /^http:\/\/deck\.localhost:4010\/view\//],
    ['evil.test', /^http:\/\/127\.0\.0\.1:\d+\/view\//],
  ])(
    'uses the Host of a request for the URLs of presentations only if it is a local name: %s',
    async (host, url) => {
      const app = express().use(deckhandMiddleware());
      const key = { 'x-api-key': 'deckhand-dev-key' };
      await supertest(app)
        .get('/api/v1/templates')
        .set({ ...key, host: 'first.localhost' });
      const made = await supertest(app)
        .post('/api/v1/presentations')
        .set({ ...key, host, 'content-type': 'application/json' })
        .send('{"title":"A deck","template_id":"tpl_pitch"}');
      expect([made.status, made.body.url]).toEqual([201, expect.stringMatching(url)]);
    },
  );

  it('reads the given configuration file', async () => {
    const folder = createTempFolder({
      'mine.js': "export default { apiKeys: 'optional', allowOrigins: ['https://app.example.com'] };",
    });
    const app = express().use(deckhandMiddleware({ config: join(folder, 'mine.js') }));
    const response = await supertest(app).get('/api/v1/templates').set('Origin', 'https://app.example.com');
    expect([response.status, response.headers['access-control-allow-origin']]).toEqual([
      200,
      'https://app.example.com',
    ]);
  });

  it('throws immediately for an invalid option', () => {
    expect(() => deckhandMiddleware({ basePath: '/backend' })).toThrow(
      'Invalid value for basePath: "/backend"',
    );
  });
});

describe('a body that other middleware has read', () => {
  /** The response to a valid request to start a job. */
  const startJob = (mount: (app: Express) => void): Promise<{ status: number }> =>
    startExpress((app, middleware) => {
      mount(app);
      app.use(middleware);
    })().then(async ({ request, close }) => {
      try {
        return await request('POST', '/api/v1/presentations/generate', {
          headers: { 'x-api-key': 'deckhand-dev-key', 'content-type': 'application/json' },
          body: '{"prompt":"A deck"}',
        });
      } finally {
        await close();
      }
    });

  it.each([
    ['an object, from express.json()', express.json()],
    ['text', express.text({ type: 'application/json' })],
    ['bytes', express.raw({ type: 'application/json' })],
  ])('is accepted as %s', async (_, parser) => {
    expect((await startJob((app) => app.use(parser))).status).toBe(202);
  });

  it('is reported as missing when another middleware has consumed it', async () => {
    const consumeBody = (app: Express) =>
      app.use((request, _response, next) => void request.resume().on('end', next));
    expect((await startJob(consumeBody)).status).toBe(400);
  });
});

it('the middleware does not start in production, unless the user allows it', async () => {
  vi.stubEnv('NODE_ENV', 'production');
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(() => deckhandMiddleware()).toThrow('does not respond where NODE_ENV is production.');
  const app = express().use(deckhandMiddleware({ allowProduction: true, apiKeys: 'optional' }));
  expect((await supertest(app).get('/api/v1/templates')).status).toBe(200);
});
