import { get } from 'node:https';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  createDeckhandServer,
  type DeckhandServerOptions,
  type DeckhandServer,
} from '../../src/integrations/server.js';
import { built } from '../built.js';
import { createTempFolder } from '../cli/temp-files.js';
import { selfSigned } from '../proxy/connection/certificate.js';
import { send } from '../wall/http-get.js';

async function started(options?: DeckhandServerOptions): Promise<DeckhandServer> {
  const server = createDeckhandServer(options);
  onTestFinished(() => server.close());
  await server.listen(0);
  return server;
}

const KEY = { 'x-api-key': 'deckhand-dev-key' };
const TOKEN = 'a-token-of-16-letters';

describe('createDeckhandServer', () => {
  it('serves everything that `deckhand serve` does: API, panel, control API and presentations', async () => {
    await built('panel');
    const { baseUrl, origin, deckhand } = await started({ scenario: 'instant' });
    expect(baseUrl).toBe(`${origin}/api/v1`);
    const accepted = await fetch(`${baseUrl}/presentations/generate`, {
      method: 'POST',
      headers: { ...KEY, 'content-type': 'application/json' },
      body: '{"prompt":"A deck"}',
    });
    const view = await (await fetch(origin + (await accepted.json()).poll_url, { headers: KEY })).json();
    expect(view.presentation.url).toContain(`${origin}/view/ws_dev/`);
    expect((await fetch(view.presentation.url)).status).toBe(200);
    expect(await (await fetch(`${origin}/_deckhand/`)).text()).toContain('id="panel"');
    expect((await fetch(`${origin}/_deckhand/api/workspaces`)).status).toBe(200);
    expect((await fetch(`${baseUrl}/users`)).status).toBe(404);
    expect(deckhand.workspace('ws_dev').journal()).toHaveLength(2);
  });

  it('uses the Host of a request for the URLs of presentations', async () => {
    const server = createDeckhandServer({ scenario: 'instant', apiKeys: 'optional', controlToken: TOKEN });
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

  it.each<[DeckhandServerOptions, string, string]>([
    [
      {},
      '0.0.0.0',
      "0.0.0.0, so the server requires a control token and an option for API keys.\n  Add controlToken: 'TOKEN', and apiKeys: { KEY: 'ws_dev' }, apiKeys: 'any' or apiKeys: 'optional'.",
    ],
    [{ apiKeys: 'any' }, '0.0.0.0', "\n  Add controlToken: 'TOKEN'."],
    [
      { controlToken: TOKEN },
      '::',
      "\n  Add apiKeys: { KEY: 'ws_dev' }, apiKeys: 'any' or apiKeys: 'optional'.",
    ],
    [{ publicUrl: 'https://deck.example.com' }, '127.0.0.1', 'https://deck.example.com, so'],
  ])('%j does not listen on %s: other machines could connect to it', async (options, host, message) => {
    await expect(createDeckhandServer(options).listen(0, host)).rejects.toThrow(message);
  });

  it('accepts folders of scenarios, keys, a base path and origins', async () => {
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
    const server = createDeckhandServer();
    expect(() => server.origin).toThrow('does not listen yet');
    await server.listen(0);
    await expect(server.listen(0)).rejects.toThrow('already listens');
    await server.close();
    await server.close();
    await server.listen(0);
    await server.close();
  });

  it('rejects invalid options', async () => {
    expect(() => createDeckhandServer({ scenario: 'instnat' as 'instant' })).toThrow('Did you mean instant?');
    expect(() => createDeckhandServer({ port: 1 } as object)).toThrow('Unknown option "port"');
    const [one, other] = [selfSigned('localhost'), selfSigned('localhost')];
    expect(() => createDeckhandServer({ tls: { cert: one.cert, key: other.key } })).toThrow(
      'belongs to another certificate',
    );
    await expect(createDeckhandServer().listen(70_000)).rejects.toThrow('Invalid value for port: 70000');
  });
});
