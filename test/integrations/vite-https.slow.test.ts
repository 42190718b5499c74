import { request } from 'node:https';
import type { TLSSocket } from 'node:tls';
import basicSsl from '@vitejs/plugin-basic-ssl';
import { expect, it } from 'vitest';
import { KEY, startVite, viteProject } from './vite-server.js';

interface ResponseSummary {
  readonly status: number | undefined;
  readonly protocol: string | false | null;
}

/** Sends a request as browsers do, which prefer HTTP/2. */
function sendRequest(url: string, headers: Readonly<Record<string, string>> = {}): Promise<ResponseSummary> {
  const tls = { rejectUnauthorized: false, ALPNProtocols: ['h2', 'http/1.1'], agent: false };
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { ...tls, headers }, (response) => {
      const { alpnProtocol: protocol } = response.socket as TLSSocket;
      response.resume().on('end', () => resolve({ status: response.statusCode, protocol }));
    });
    outgoing.on('error', reject).end();
  });
}

it('responds with a certificate, over HTTP/1.1', async () => {
  const { origin } = await startVite(viteProject().config({}, { plugins: [basicSsl()] }));
  const control = `${origin}/_deckhand/api/workspaces/ws_dev`;
  expect(await sendRequest(`${origin}/api/v1/templates`, KEY)).toEqual({ status: 200, protocol: 'http/1.1' });
  const sameOrigin = { origin, 'sec-fetch-site': 'same-origin' };
  expect(await sendRequest(control, sameOrigin)).toMatchObject({ status: 200 });
  const crossSite = { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' };
  expect(await sendRequest(control, crossSite)).toMatchObject({ status: 403 });
});
