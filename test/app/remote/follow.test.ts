import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDeckhand, type Deckhand } from '../../../src/app/deckhand.js';
import { connectDeckhand } from '../../../src/app/remote.js';
import { startServer, type RunningServer } from '../../../src/server/server.js';
import { freePort } from '../../free-port.js';

let deckhand: Deckhand;
let port: number;
let server: RunningServer;
let slow: Server;
const leave: AbortController[] = [];

beforeEach(async () => {
  deckhand = createDeckhand();
  port = await freePort();
  server = await startServer(deckhand, { host: '127.0.0.1', port });
});
afterEach(async () => {
  for (const one of leave.splice(0)) one.abort();
  await server.close();
});

function follow(workspace = 'ws_dev', after?: string) {
  const controller = new AbortController();
  leave.push(controller);
  const { signal } = controller;
  const events = connectDeckhand(server.url)
    .workspace(workspace)
    .events({ signal, ...(after !== undefined && { after }) });
  const next = async () => (await events.next()).value ?? { id: '', event: 'end', data: undefined };
  return { events, next, leave: () => controller.abort() };
}

describe('the events of a workspace over HTTP', () => {
  it('are those in process, with their ids and data', async () => {
    const { next, leave } = follow();
    expect(await next()).toMatchObject({ event: 'hello', data: { workspace: 'ws_dev' } });
    deckhand.workspace('ws_dev').use('instant');
    expect(await next()).toMatchObject({
      id: expect.stringMatching(/\.1$/),
      event: 'scenario',
      data: { scenario: 'instant' },
    });
    leave();
    expect(await next()).toMatchObject({ event: 'end' });
  });

  it('go on after the last event of the client', async () => {
    const first = follow();
    await first.next();
    deckhand.workspace('ws_dev').use('instant');
    const { id } = await first.next();
    await first.events.return();
    deckhand.workspace('ws_dev').clock.advance(1);
    const second = follow('ws_dev', id);
    expect([await second.next(), await second.next()].map(({ event }) => event)).toEqual(['hello', 'clock']);
  });

  it('go on after a restart of the server, each event exactly once', async () => {
    const workspace = deckhand.workspace('ws_dev');
    const { next } = follow();
    await next();
    workspace.use('instant');
    await next();
    await server.close();
    workspace.clock.advance(1);
    await workspace.configure({ plan: 'max' });
    server = await startServer(deckhand, { host: '127.0.0.1', port });
    expect([(await next()).event, (await next()).event]).toEqual(['clock', 'workspace']);
    workspace.use(null);
    expect((await next()).event).toBe('scenario');
  });

  it('have a gap event when another server comes back', async () => {
    const { next } = follow();
    await next();
    await server.close();
    server = await startServer(createDeckhand(), { host: '127.0.0.1', port });
    expect((await next()).event).toBe('gap');
  });

  it('end when the sandbox is removed', async () => {
    const { next } = follow('sandbox-a');
    await next();
    deckhand.service.forget('ws_sandbox_a');
    expect([(await next()).event, (await next()).event]).toEqual(['closed', 'end']);
  });

  it('end without an error when the client leaves while the server is down', async () => {
    const { next, leave } = follow();
    await next();
    await server.close();
    const waiting = next();
    leave();
    expect((await waiting).event).toBe('end');
  });

  it('close the connection when the reader stops', async () => {
    const stream = 'id: a.0\nevent: hello\ndata: {}\n\n';
    const closed = new Promise<void>((resolve) => {
      slow = createServer((_, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' }).write(stream);
        response.on('close', resolve);
      }).listen(0, '127.0.0.1');
    });
    await once(slow, 'listening');
    const at = `http://127.0.0.1:${(slow.address() as AddressInfo).port}`;
    for await (const { event } of connectDeckhand(at).workspace('ws_dev').events())
      if (event === 'hello') break;
    await closed;
    slow.close();
  });

  it('are refused for a missing workspace', async () => {
    await expect(follow('ws_none').next()).rejects.toMatchObject({ code: 'not-found' });
  });
});
