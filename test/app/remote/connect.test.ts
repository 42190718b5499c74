import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { connectDeckhand } from '../../../src/app/connect.js';
import { serve } from '../../server/start-test-server.js';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const started = async (options?: Parameters<typeof serve>[0]) => {
  const server = await serve(options);
  closing.push(server.close);
  return server;
};

/** A server that is not Deckhand. */
async function other(response: RequestListener): Promise<string> {
  const server = createServer(response);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(
    () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('a connection to a running mock server', () => {
  it('lists the workspaces, and opens a sandbox by its key', async () => {
    const { url } = await started();
    const remote = connectDeckhand(url);
    const sandbox = remote.workspace('sandbox-checkout');
    expect(sandbox.id).toBe('ws_sandbox_checkout');
    expect(await sandbox.info()).toMatchObject({ id: 'ws_sandbox_checkout', sandbox: true });
    expect((await remote.workspaces()).map(({ id }) => id)).toEqual([
      'ws_dev',
      'ws_other',
      'ws_sandbox_checkout',
    ]);
  });

  it.each(['', '/api/v1/'])('accepts the origin followed by "%s"', async (path) => {
    const { url } = await started();
    const remote = connectDeckhand(url + path);
    expect(remote.origin).toBe(url);
    expect((await remote.workspace('ws_dev').info()).id).toBe('ws_dev');
  });

  it('sends its token, and has a hint when the token is missing or wrong', async () => {
    const { url } = await started({ controlToken: 'let-me' });
    expect((await connectDeckhand(url, { controlToken: 'let-me' }).workspace('ws_dev').info()).id).toBe(
      'ws_dev',
    );
    for (const options of [{}, { controlToken: 'other' }]) {
      const rejected = connectDeckhand(url, options).workspace('ws_dev').info();
      await expect(rejected).rejects.toMatchObject({
        code: 'not-allowed',
        message: expect.stringContaining('Send the token'),
        hint: expect.stringContaining('--control-token'),
      });
    }
  });

  it.each([['127.0.0.1:4010', 'Invalid value for url']])('rejects the URL %s immediately', (url, message) => {
    expect(() => connectDeckhand(url)).toThrow(message);
  });
});

describe('another server', () => {
  it.each<[string, number, string, string]>([
    ['a page', 200, 'text/html', '<!doctype html>'],
    ['nothing', 204, '', ''],
  ])('is reported as not Deckhand when it responds with %s', async (_what, status, type, body) => {
    const url = await other((_, response) =>
      response.writeHead(status, type === '' ? {} : { 'content-type': type }).end(body),
    );
    await expect(connectDeckhand(url).workspaces()).rejects.toMatchObject({
      code: 'not-deckhand',
      message: expect.stringContaining(`${url} is not Deckhand (${status}`),
      hint: expect.stringContaining('npx --no deckhand serve'),
    });
  });
});

it('a token and a gateway cannot share the Authorization header', () => {
  const headers = { authorization: 'Basic x' };
  expect(() =>
    connectDeckhand('https://deckhand.test', { controlToken: 'a-token-of-16-letters', headers }),
  ).toThrow('controlToken and headers.Authorization need the same header.');
});
