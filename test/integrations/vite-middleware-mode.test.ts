import { createServer as createHttpServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { createServer } from 'vite';
import { expect, it, onTestFinished } from 'vitest';
import { networkAddress } from '../transports/network-address.js';
import { KEY, startJob, viteProject } from './vite-server.js';

/** Vite inside a server of the project, as in frameworks. */
async function startWithin(host: string): Promise<number> {
  const { config } = viteProject();
  const vite = await createServer(config({}, { server: { middlewareMode: true, port: undefined } }));
  const app = express().use(vite.middlewares);
  const server = createHttpServer(app as RequestListener);
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  onTestFinished(async () => {
    await vite.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as AddressInfo).port;
}

it('works in a server of the project, and uses the origin of that server for presentations', async () => {
  const origin = `http://127.0.0.1:${await startWithin('127.0.0.1')}`;
  const pollUrl = await startJob(origin, 'instant');
  const { presentation } = await (await fetch(origin + pollUrl, { headers: KEY })).json();
  expect(presentation.url).toMatch(`${origin}/view/`);
  expect((await fetch(presentation.url)).status).toBe(200);
  expect((await fetch(`${origin}/_deckhand/api/workspaces`)).status).toBe(200);
});

it.skipIf(!networkAddress)('closes the control API to connections from the network', async () => {
  const port = await startWithin('0.0.0.0');
  const request = async (host: string) =>
    (await fetch(`http://${host}:${port}/_deckhand/api/workspaces`)).status;
  expect([await request('127.0.0.1'), await request(networkAddress ?? '')]).toEqual([200, 403]);
});
