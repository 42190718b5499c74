import { connect, type IncomingHttpHeaders } from 'node:http2';
import { request as httpsRequest } from 'node:https';
import basicSsl from '@vitejs/plugin-basic-ssl';
import { expect, onTestFinished, it } from 'vitest';
import { KEY, startVite, viteProject } from './vite-server.js';

interface Answered {
  readonly status: number;
  readonly body: string;
  /** The HTTP/2 error code of the stream; undefined when it ended well. */
  readonly broken: string | undefined;
}

type Ask = (path: string, headers?: IncomingHttpHeaders, body?: unknown) => Promise<Answered>;

async function startHttps() {
  const { origin } = await startVite(viteProject().config({}, { plugins: [basicSsl()] }));
  const session = connect(origin, { rejectUnauthorized: false });
  onTestFinished(() => session.close());
  const ask: Ask = (path, headers = {}, body) =>
    new Promise((resolve) => {
      const method = body === undefined ? 'GET' : 'POST';
      const stream = session.request({
        ':path': path,
        ':method': method,
        'content-type': 'application/json',
        ...headers,
      });
      let [status, text] = [0, ''];
      let broken: string | undefined;
      stream.on('response', (head) => (status = head[':status'] ?? 0));
      stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
      stream.on('error', (error) => (broken = error.message));
      stream.on('close', () => resolve({ status, body: text, broken }));
      stream.end(body === undefined ? undefined : JSON.stringify(body));
    });
  return { origin, session, ask };
}

const DEV = '/_deckhand/api/workspaces/ws_dev';

it('responds over HTTP/2: the API, pages and the control API', async () => {
  const { origin, ask } = await startHttps();
  const started = await ask(
    '/api/v1/presentations/generate',
    { ...KEY, 'x-deckhand-scenario': 'instant' },
    { prompt: 'Harbour taxis' },
  );
  const polled = await ask(JSON.parse(started.body).poll_url, KEY);
  const { presentation } = JSON.parse(polled.body);
  expect(presentation.url).toMatch(`${origin}/view/`);
  expect((await ask(new URL(presentation.url).pathname)).body).toContain(presentation.title);
  const journal = JSON.parse((await ask(`${DEV}/journal`)).body);
  expect(journal.exchanges[0].request.headers[0]).toEqual(['host', new URL(origin).host]);
});

it.each([
  [{ connection: 'reset' }, 0, ''],
  [{ corrupt: 'truncated' }, 200, '{"templates":'],
])('breaks one stream of HTTP/2 and no other: %o', async (fault, status, start) => {
  const { ask } = await startHttps();
  await ask(`${DEV}/faults`, {}, fault);
  const broken = await ask('/api/v1/templates', KEY);
  expect([broken.status, broken.body.slice(0, 13)]).toEqual([status, start]);
  expect(broken.broken).toContain('NGHTTP2_INTERNAL_ERROR');
  expect((await ask('/api/v1/templates', KEY)).status).toBe(200);
});

it('drops a delayed response when the client aborts', async () => {
  const { ask, session } = await startHttps();
  await ask(`${DEV}/faults`, {}, { connection: 'stall' });
  const stalled = session.request({ ':path': '/api/v1/templates', ...KEY });
  stalled.on('error', () => {});
  // The fault is used up once it applies to the request.
  await expect.poll(async () => JSON.parse((await ask(`${DEV}/faults`)).body).faults).toEqual([]);
  stalled.close();
  await expect
    .poll(async () => JSON.parse((await ask(`${DEV}/journal`)).body).exchanges[0]?.failure)
    .toBe('aborted');
});

it('accepts requests of its own pages only, as without a certificate', async () => {
  const { origin, ask } = await startHttps();
  expect((await ask(DEV, { origin, 'sec-fetch-site': 'same-origin' })).status).toBe(200);
  expect((await ask(DEV, { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  expect((await ask(DEV, { ':authority': 'evil.test' })).status).toBe(403);
});

it('responds over HTTP/1.1 with a certificate, too', async () => {
  const { origin } = await startHttps();
  const status = await new Promise((resolve, reject) => {
    const asked = httpsRequest(`${origin}${DEV}`, { rejectUnauthorized: false }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    asked.on('error', reject).end();
  });
  expect(status).toBe(200);
});
