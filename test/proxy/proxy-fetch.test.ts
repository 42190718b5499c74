import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { connectDeckhand } from '../../src/app/connect.js';
import { createDeckhandServer, createProxyFetch } from '../../src/integrations/server.js';
import { startHttpProxy } from './connection/connect-proxy.js';
import { selfSigned } from './connection/certificate.js';

const HOST = 'deckhand.test';
const TOKEN = 'a-token-of-16-letters';

beforeEach(() => {
  for (const name of ['HTTPS_PROXY', 'HTTP_PROXY', 'ALL_PROXY', 'NO_PROXY']) {
    vi.stubEnv(name, undefined);
    vi.stubEnv(name.toLowerCase(), undefined);
  }
});

describe('a mock server behind TLS, a proxy and a gateway', () => {
  test('is controlled through a tunnel, with its own certificate', async () => {
    const { key, cert } = selfSigned(HOST);
    const server = createDeckhandServer({
      tls: { key, cert },
      allowHosts: [HOST],
      controlToken: TOKEN,
      config: false,
    });
    const { port } = new URL(await server.listen(0));
    onTestFinished(() => server.close());
    const proxy = await startHttpProxy();
    vi.stubEnv('HTTPS_PROXY', proxy.url);
    const remote = connectDeckhand(`https://${HOST}:${port}`, {
      controlToken: TOKEN,
      fetch: createProxyFetch({ ca: cert }),
    });
    await remote.workspace('ws_dev').useScenario('rate-limited');
    expect((await remote.workspaces()).map(({ id }) => id)).toContain('ws_dev');
    expect(proxy.seen[0]).toBe(`CONNECT ${HOST}:${port}`);
  });
});

test('a token and a gateway cannot share the Authorization header', () => {
  const headers = { authorization: 'Basic x' };
  expect(() =>
    connectDeckhand('https://deckhand.test', { controlToken: 'a-token-of-16-letters', headers }),
  ).toThrow('controlToken and headers.Authorization need the same header.');
});
