import { createServer } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import type { UserError } from '../../src/base/user-error.js';
import { startProxy } from '../proxy/start-proxy.js';
import { serve } from '../server/start-test-server.js';
import { listen, toListenError } from '../../src/transports/listen.js';

const error = (code: string): NodeJS.ErrnoException => Object.assign(new Error(`listen ${code}`), { code });

it.each([
  ['linux', 'Choose one above 1023 with --port.'],
  // Hyper-V and Docker reserve ranges, so a high port can be denied, too.
  ['win32', 'netsh int ipv4 show excludedportrange'],
] as const)('a port that %s does not allow has a hint', (platform, hint) => {
  const { summary, ...rest } = toListenError(
    error('EACCES'),
    '127.0.0.1',
    4010,
    undefined,
    platform,
  ) as UserError;
  expect(summary).toBe('Permission denied for port 4010.');
  expect(rest).toMatchObject({ code: 'address-not-available', hint: expect.stringContaining(hint) });
});

it('a port in use says that a Deckhand server runs there', async () => {
  const { port, deckhand, close } = await serve();
  onTestFinished(close);
  await expect(listen(createServer(), '127.0.0.1', port)).rejects.toMatchObject({
    code: 'address-in-use',
    summary: `Port ${port} on 127.0.0.1 is in use: a Deckhand server runs there.`,
    hint: 'Use it, or choose another with --port.',
  });
  expect(deckhand.workspace('ws_dev').journal({ includeUnassigned: true })).toEqual([]);
});

it('a port in use says that the recording proxy runs there, which forwards nothing', async () => {
  const forwarded: (string | undefined)[] = [];
  const upstream = createServer((request, response) => {
    forwarded.push(request.url);
    response.end();
  });
  onTestFinished(() => void upstream.close());
  const { port } = await startProxy(await listen(upstream, '127.0.0.1', 0));
  await expect(listen(createServer(), '127.0.0.1', port)).rejects.toMatchObject({
    summary: `Port ${port} on 127.0.0.1 is in use: the recording proxy of Deckhand runs there.`,
  });
  expect(forwarded).toEqual([]);
});

it('a port of another server is in use', async () => {
  const other = createServer((_request, response) => void response.end('{}'));
  onTestFinished(() => void other.close());
  const port = portOf(await listen(other, '127.0.0.1', 0));
  await expect(listen(createServer(), '127.0.0.1', port)).rejects.toMatchObject({
    summary: `Port ${port} on 127.0.0.1 is in use.`,
    hint: 'Choose another with --port.',
  });
});

const portOf = (url: string): number => Number(new URL(url).port);
