/** Ctrl-C during `deckhand verify`: the first one ends the run in order, the second one at once. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { installCli } from './deckhand-process.js';

const cli = installCli();

const json = { 'content-type': 'application/json' };

/** A service with one completed job. A rename is never answered, so that the run waits for it. */
async function startServiceWithHangingRename(onRename: () => void): Promise<string> {
  const presentation = { id: 'p1', title: 'Tides', workspace_id: 'w', sections: [], is_public: false };
  const server = createServer((request, response) => {
    const url = request.url ?? '';
    if (request.headers.authorization !== 'Bearer k' && request.headers['x-api-key'] !== 'k')
      return void response.writeHead(401, json).end('{"error":"no"}');
    if (request.method === 'PATCH') return onRename();
    if (url.endsWith('/generate'))
      return void response
        .writeHead(202, json)
        .end(JSON.stringify({ generation_id: 'j1', status: 'generating', poll_url: '/api/v1/x' }));
    if (url.endsWith('/status'))
      return void response
        .writeHead(200, json)
        .end(JSON.stringify({ generation_id: 'j1', status: 'completed', presentation }));
    if (url.endsWith('/templates')) return void response.writeHead(200, json).end('{"templates":[]}');
    response.writeHead(200, json).end(JSON.stringify(presentation));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`;
}

test('a second Ctrl-C ends the run at once, and prints what is left', async () => {
  let rename: () => void = () => {};
  const renamed = new Promise<void>((resolve) => (rename = resolve));
  const url = await startServiceWithHangingRename(() => rename());
  const deckhand = cli.start(['verify', url, '--requests-per-minute', '0', '--poll-interval', '1ms'], {
    env: { DECKHAND_API_KEY: 'k' },
  });
  await renamed;
  deckhand.kill('SIGINT');
  const ended = deckhand.ended;
  let result: Awaited<typeof ended> | undefined;
  void ended.then((one) => (result = one));
  // The first signal may not have arrived yet: a further one changes nothing.
  await expect
    .poll(() => {
      deckhand.kill('SIGINT');
      return result?.stderr;
    })
    .toMatch(/Stopped at once\. Not restored: the title of presentation p1\./);
  expect(result?.code).toBe(130);
});
