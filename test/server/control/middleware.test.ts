import express from 'express';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { createDeckhand } from '../../../src/app/deckhand.js';
import { controlMiddleware, deckhandMiddleware } from '../../../src/integrations/express.js';
import { networkAddress } from '../../transports/network-address.js';

it.skipIf(!networkAddress)('without a token, connections from the network are rejected', async () => {
  const server = express().use(controlMiddleware(createDeckhand())).listen(0, '0.0.0.0');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const request = async (host: string) =>
    (await fetch(`http://${host}:${port}/_deckhand/api/workspaces`)).status;
  try {
    expect([await request('127.0.0.1'), await request(networkAddress ?? '')]).toEqual([200, 403]);
  } finally {
    server.close();
  }
});

it.skipIf(!networkAddress)('the panel and its files are behind the same guard, below any path', async () => {
  const deckhand = createDeckhand();
  const app = express()
    .use(controlMiddleware(deckhand))
    .use('/tools/mock', controlMiddleware(deckhand, { controlToken: 'a-long-control-token' }));
  app.use((request, response) => void response.status(418).send(request.url));
  const server = app.listen(0, '0.0.0.0');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const get = async (host: string, path: string, headers = {}) => {
    const response = await fetch(`http://${host}:${port}${path}`, { headers, redirect: 'manual' });
    return [response.status, await response.text(), response.headers.get('location')];
  };
  const status = async (...request: Parameters<typeof get>) => (await get(...request))[0];
  const health = '{"status":"ok","base_path":"/api/v1"}';
  try {
    expect(await get('127.0.0.1', '/_deckhand/health')).toEqual([200, health, null]);
    expect(await get('127.0.0.1', '/tools/mock/_deckhand/health')).toEqual([200, health, null]);
    expect((await get('127.0.0.1', '/tools/mock/_deckhand'))[2]).toBe('_deckhand/');
    expect(await status(networkAddress ?? '', '/_deckhand/health')).toBe(403);
    // The panel asks for the token, because a browser sends none with the address of a page.
    expect(await status(networkAddress ?? '', '/tools/mock/_deckhand/health')).toBe(200);
    const workspaces = '/tools/mock/_deckhand/api/workspaces';
    expect(await status('127.0.0.1', workspaces)).toBe(403);
    const token = { authorization: 'Bearer a-long-control-token' };
    expect(await status('127.0.0.1', workspaces, token)).toBe(200);
    expect(await status('127.0.0.1', '/tools/_deckhand/health')).toBe(418);
  } finally {
    server.close();
  }
});

it('an application with its own server gets the control API in addition to the API', async () => {
  const deckhand = createDeckhand();
  const app = express().use(express.json(), deckhandMiddleware(deckhand), controlMiddleware(deckhand));
  app.get('/own', (_request, response) => void response.send('own'));
  const server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    expect(await (await fetch(`${url}/own`)).text()).toBe('own');
    const advance = await fetch(`${url}/_deckhand/api/workspaces/ws_dev/clock/speed`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: '{"speed":60}',
    });
    expect(await advance.json()).toMatchObject({ speed: 60 });
    const foreign = await fetch(`${url}/_deckhand/api/workspaces`, {
      headers: { origin: 'http://evil.test' },
    });
    expect(foreign.status).toBe(403);
  } finally {
    server.close();
  }
});
