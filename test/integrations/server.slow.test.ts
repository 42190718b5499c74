import { get } from 'node:https';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  createServer,
  type CreateServerOptions,
  type DeckhandServer,
} from '../../src/integrations/server.js';
import { built } from '../built.js';
import { createTempFolder } from '../cli/temp-files.js';
import { selfSigned } from '../proxy/connection/certificate.js';
import { send } from '../wall/http-get.js';

async function started(options?: CreateServerOptions): Promise<DeckhandServer> {
  const server = createServer(options);
  onTestFinished(() => server.close());
  await server.listen(0);
  return server;
}

const KEY = { 'x-api-key': 'deckhand-dev-key' };
const TOKEN = 'a-token-of-16-letters';

describe('createServer', () => {
  it('is the whole of `deckhand serve`: API, panel, control API and presentations', async () => {
    await built('panel');
    const { baseUrl, url, deckhand } = await started({ scenario: 'instant' });
    expect(baseUrl).toBe(`${url}/api/v1`);
    const accepted = await fetch(`${baseUrl}/presentations/generate`, {
      method: 'POST',
      headers: { ...KEY, 'content-type': 'application/json' },
      body: '{"prompt":"A deck"}',
    });
    const view = await (await fetch(url + (await accepted.json()).poll_url, { headers: KEY })).json();
    expect(view.presentation.url).toContain(`${url}/view/ws_dev/`);
    expect((await fetch(view.presentation.url)).status).toBe(200);
    expect(await (await fetch(`${url}/_deckhand/`)).text()).toContain('id="panel"');
    expect((await fetch(`${url}/_deckhand/api/workspaces`)).status).toBe(200);
    expect((await fetch(`${baseUrl}/users`)).status).toBe(404);
    expect(deckhand.workspace('ws_dev').journal()).toHaveLength(2);
  });

  it('gives decks the address by which a request asked for the server', async () => {
    const server = createServer({ scenario: 'instant', apiKeys: 'optional', controlToken: TOKEN });
    onTestFinished(() => server.close());
    const url = await server.listen(0, '0.0.0.0');
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const { port } = new URL(url);
    const headers = { 'content-type': 'application/json' };
    const started = { method: 'POST', headers, body: '{"prompt":"A deck"}' };
    const at = (host: string, path: string, options = {}) => send(Number(port), host, path, options);
    const { poll_url } = JSON.parse((await at('localhost', '/api/v1/presentations/generate', started)).text);
    for (const host of ['192.168.1.20', 'localhost'])
      expect(JSON.parse((await at(host, poll_url)).text).presentation.url).toMatch(
        new RegExp(`^http://${host}:${port}/view/ws_dev/`),
      );
  });

  it.each<[CreateServerOptions, string, string]>([
    [
      {},
      '0.0.0.0',
      "0.0.0.0, so it needs a control token and a decision about API keys.\n  Add controlToken: 'TOKEN', and keys: { KEY: 'ws_dev' }, apiKeys: 'any' or apiKeys: 'optional'.",
    ],
    [{ apiKeys: 'any' }, '0.0.0.0', "\n  Add controlToken: 'TOKEN'."],
    [
      { controlToken: TOKEN },
      '::',
      "\n  Add keys: { KEY: 'ws_dev' }, apiKeys: 'any' or apiKeys: 'optional'.",
    ],
    [{ publicUrl: 'https://deck.example.com' }, '127.0.0.1', 'at https://deck.example.com, so'],
  ])('%j does not listen on %s: others could reach it', async (options, host, message) => {
    await expect(createServer(options).listen(0, host)).rejects.toThrow(message);
  });

  it('takes folders of scenarios, keys, a base path and origins', async () => {
    const folder = createTempFolder({ 'mine.yaml': 'title: Mine\nsteps: [{ fail: { error: "No." } }]\n' });
    const allowOrigins = ['https://app.example.com'];
    const { baseUrl, deckhand } = await started({
      scenarios: folder,
      apiKeys: 'optional',
      basePath: '/backend/api/v1',
      allowOrigins,
    });
    expect(deckhand.library.get('mine')).toBeDefined();
    const { status, headers } = await fetch(`${baseUrl}/templates`, {
      headers: { origin: allowOrigins[0] ?? '' },
    });
    expect([status, headers.get('access-control-allow-origin')]).toEqual([200, allowOrigins[0]]);
  });

  it('serves HTTPS with a certificate', async () => {
    const { baseUrl } = await started({ tls: selfSigned('localhost'), apiKeys: 'optional' });
    expect(baseUrl).toMatch(/^https:\/\/127\.0\.0\.1:\d+\/api\/v1$/);
    const status = await new Promise((resolve, reject) => {
      get(`${baseUrl}/templates`, { rejectUnauthorized: false }, (response) => {
        response.resume();
        resolve(response.statusCode);
      }).on('error', reject);
    });
    expect(status).toBe(200);
  });

  it('can be closed twice, and listen again', async () => {
    const server = createServer();
    expect(() => server.url).toThrow('no address yet');
    await server.listen(0);
    await expect(server.listen(0)).rejects.toThrow('already listens');
    await server.close();
    await server.close();
    await server.listen(0);
    await server.close();
  });

  it('refuses wrong options', async () => {
    expect(() => createServer({ scenario: 'instnat' as 'instant' })).toThrow('Did you mean instant?');
    expect(() => createServer({ port: 1 } as object)).toThrow('Unknown option "port"');
    const [one, other] = [selfSigned('localhost'), selfSigned('localhost')];
    expect(() => createServer({ tls: { cert: one.cert, key: other.key } })).toThrow(
      'belongs to another certificate',
    );
    await expect(createServer().listen(70_000)).rejects.toThrow('port cannot be 70000');
  });
});
