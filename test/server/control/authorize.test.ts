import { request } from 'node:http';
import type { Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { authorizeControlRequest } from '../../../src/server/control/authorize.js';
import { createDeckhand } from '../../../src/app/deckhand.js';
import { startServer, type RunningServer } from '../../../src/server/server.js';

const at = (localAddress: string): Partial<Socket> => ({ localAddress, destroyed: false });

const code = (
  token: string | undefined,
  headers: Readonly<Record<string, string>>,
  socket = at('127.0.0.1'),
) => authorizeControlRequest({ headers, socket: socket as Socket }, token)?.code ?? 'accepted';

describe('the control API', () => {
  it.each(['localhost:4010', '[::1]:4010', 'app.localhost:4010'])('responds to the local host %s', (host) =>
    expect(code(undefined, { host })).toBe('accepted'),
  );

  it.each(['evil.test', 'localhost.evil.test', '0.0.0.0', '192.168.1.5:4010', ''])(
    'does not respond to the rebound host %s',
    (host) => expect(code(undefined, { host })).toBe('host_not_allowed'),
  );

  const host = 'localhost:4010';
  it.each([
    ['its own page', { origin: 'http://localhost:4010', 'sec-fetch-site': 'same-origin' }],
    ['a URL typed in', { 'sec-fetch-site': 'none' }],
    ['a tool', {}],
  ])('responds to %s', (_who, headers) => expect(code(undefined, { host, ...headers })).toBe('accepted'));

  it.each([
    ['a page of another site', { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }],
    ['a page on another port', { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-site' }],
    ['a sandboxed frame', { origin: 'null' }],
    ['another name of this machine', { origin: 'http://127.0.0.1:4010' }],
    ['a link or an image of a page of another site', { 'sec-fetch-site': 'cross-site' }],
  ])('does not respond to %s', (_who, headers) =>
    expect(code(undefined, { host, ...headers })).toBe('origin_not_allowed'),
  );

  it('requires its token, which replaces the check of the host, but not that of the origin', () => {
    const token = 'secret';
    const authorization = 'Bearer secret';
    expect(code(token, { host })).toBe('token_required');
    expect(code(token, { host, authorization: 'Bearer secrets' })).toBe('token_required');
    expect(code(token, { host, authorization })).toBe('accepted');
    expect(code(token, { host: 'deck.example.com', authorization }, at('192.168.1.7'))).toBe('accepted');
    expect(code(token, { host, authorization, origin: 'https://evil.test' })).toBe('origin_not_allowed');
  });

  it.each(['127.0.0.1', '::1', '::ffff:127.0.0.1'])('requires no token on a connection to %s', (address) =>
    expect(code(undefined, { host }, at(address))).toBe('accepted'),
  );

  it.each(['192.168.1.7', '0.0.0.0'])(
    'requires a token on a connection to %s, whatever its headers are',
    (address) => {
      expect(code(undefined, { host }, at(address))).toBe('token_required');
      expect(code(undefined, { host, 'x-forwarded-for': '127.0.0.1' }, at(address))).toBe('token_required');
    },
  );

  it('requires no token on a pipe, but on a closed connection, which no longer has an address', () => {
    expect(code(undefined, { host }, { destroyed: false })).toBe('accepted');
    expect(code(undefined, { host }, { destroyed: true })).toBe('token_required');
  });
});

describe('over HTTP', () => {
  let server: RunningServer;
  afterEach(() => server.close());

  const serve = async (controlToken?: string, at = '127.0.0.1') => {
    server = await startServer(createDeckhand(), { host: at, port: 0, controlToken });
  };
  const sendRequest = (method: string, path: string, headers: Record<string, string>) =>
    new Promise<{ status: number; headers: object; text: string }>((resolve, reject) => {
      const { port } = new URL(server.url);
      const sent = request({ port, host: '127.0.0.1', method, path, headers }, (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
        );
      });
      sent.on('error', reject).end();
    });

  it('a rebound host name and a page of another origin get 403 from every path, without CORS headers', async () => {
    await serve();
    const blocked: Record<string, string>[] = [{ host: 'evil.test' }, { origin: 'http://localhost:3000' }];
    for (const path of [
      '/workspaces',
      '/workspaces/ws_dev/clock/pause',
      '/nothing',
      '/workspaces/ws_dev/changes',
    ])
      for (const headers of blocked) {
        const response = await sendRequest('POST', `/_deckhand/api${path}`, headers);
        expect(response.status).toBe(403);
        expect(response.headers).not.toHaveProperty('access-control-allow-origin');
      }
    const preflight = { origin: 'http://localhost:3000', 'access-control-request-method': 'PUT' };
    expect((await sendRequest('OPTIONS', '/_deckhand/api/workspaces', preflight)).status).toBe(403);
    expect((await sendRequest('GET', '/_deckhand/api/workspaces/ws_dev/clock', {})).text).toContain(
      '"paused":false',
    );
  });

  it('a server with a token requires it', async () => {
    await serve('secret', '0.0.0.0');
    const path = '/_deckhand/api/workspaces';
    expect((await sendRequest('GET', path, {})).status).toBe(403);
    expect((await sendRequest('GET', path, { authorization: 'Bearer secret' })).status).toBe(200);
  });

  it.each<[string, string, Record<string, string>, number, string]>([
    ['GET', '/nothing', {}, 404, 'unknown_path'],
    ['DELETE', '/workspaces', {}, 405, 'method_not_allowed'],
    ['GET', '/workspaces/%E0%A4%A', {}, 400, 'invalid_input'],
  ])('%s %s is a problem', async (method, path, headers, status, problem) => {
    await serve();
    const response = await sendRequest(method, `/_deckhand/api${path}`, headers);
    expect([response.status, (JSON.parse(response.text) as { code: string }).code]).toEqual([
      status,
      problem,
    ]);
    expect(response.headers).toHaveProperty('content-type', 'application/problem+json');
  });

  it.each([
    ['{"speed":', 'application/json', 400, 'malformed_body'],
    ['speed=60', 'application/x-www-form-urlencoded', 415, 'unsupported_media_type'],
    [`{"speed":"${'x'.repeat(1_100_000)}"}`, 'application/json', 413, 'content_too_large'],
  ])('a body that cannot be read is a problem', async (body, type, status, problem) => {
    await serve();
    const response = await fetch(`${server.url}/_deckhand/api/workspaces/ws_dev/clock/speed`, {
      method: 'PUT',
      headers: { 'content-type': type },
      body,
    });
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([status, problem]);
  });

  it('an empty YAML body is a problem with this reason', async () => {
    await serve();
    const response = await fetch(`${server.url}/_deckhand/api/workspaces/ws_dev/scenario`, {
      method: 'PUT',
      headers: { 'content-type': 'application/yaml' },
      body: '',
    });
    expect(await response.json()).toMatchObject({ status: 400, detail: 'The body is empty.' });
  });
});
