import { Server } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDeckhand, type Deckhand } from '../../../src/app/deckhand.js';
import { startServer, type RunningServer } from '../../../src/server/server.js';

let deckhand: Deckhand;
let server: RunningServer;

beforeEach(async () => {
  deckhand = createDeckhand({ scenario: 'slow-progress' });
  server = await startServer(deckhand, { host: '127.0.0.1', port: 0 });
});
afterEach(() => server.close());

interface Event {
  readonly id: string;
  readonly event: string;
  readonly data: any; // eslint-disable-line @typescript-eslint/no-explicit-any -- the expectations of the tests check it
}

/** Follows a workspace over HTTP as a browser does. */
async function follow(after?: string, workspace = 'ws_dev') {
  const leave = new AbortController();
  const response = await fetch(`${server.url}/_deckhand/api/workspaces/${workspace}/events`, {
    headers: after === undefined ? {} : { 'last-event-id': after },
    signal: leave.signal,
  });
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const decoder = new TextDecoder();
  let text = '';
  const next = async (): Promise<Event> => {
    for (;;) {
      const end = text.indexOf('\n\n');
      if (end >= 0) {
        const block = text.slice(0, end);
        text = text.slice(end + 2);
        const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? '';
        if (block.startsWith('id:'))
          return { id: field('id'), event: field('event'), data: JSON.parse(field('data')) };
        continue;
      }
      const { value, done } = await reader.read();
      if (done) return { id: '', event: 'end', data: undefined };
      text += decoder.decode(value);
    }
  };
  return { response, next, leave: () => leave.abort() };
}

const start = async () => {
  const response = await fetch(`${server.url}/api/v1/presentations/generate`, {
    method: 'POST',
    headers: { 'x-api-key': 'deckhand-dev-key', 'content-type': 'application/json' },
    body: '{"prompt":"A pitch"}',
  });
  return ((await response.json()) as { generation_id: string }).generation_id;
};

describe('the stream of events', () => {
  it('has exchanges without bodies and keys, and jobs as they start', async () => {
    const stream = await follow();
    expect(stream.response.headers.get('content-type')).toBe('text/event-stream');
    expect(await stream.next()).toMatchObject({ event: 'hello', data: { workspace: 'ws_dev' } });
    const id = await start();
    const both = [await stream.next(), await stream.next()];
    expect(both.find(({ event }) => event === 'job')).toMatchObject({ data: { generation_id: id } });
    const exchange = both.find(({ event }) => event === 'exchange');
    expect(exchange?.data).toMatchObject({ response: { status: 202 }, notes: { generationId: id } });
    expect(JSON.stringify(exchange)).not.toMatch(/A pitch|deckhand-dev-key/);
    stream.leave();
  });

  it('has a job when the clock reaches its next state, without a request', async () => {
    const workspace = deckhand.workspace('ws_dev');
    workspace.clock.pause();
    const id = await start();
    const stream = await follow();
    await stream.next();
    workspace.clock.advance('1h');
    const seen = [await stream.next(), await stream.next()];
    expect(seen.map(({ event }) => event)).toEqual(['clock', 'job']);
    expect(seen[1]?.data).toMatchObject({ generation_id: id, view: { status: 'completed' } });
    stream.leave();
  });

  it('has changes of settings, faults and resets', async () => {
    const workspace = deckhand.workspace('ws_dev');
    const stream = await follow();
    await stream.next();
    workspace.use('instant');
    await workspace.arm({ answer: { status: 500 } });
    await workspace.configure({ plan: 'max' });
    const seen = [await stream.next(), await stream.next(), await stream.next()];
    expect(seen.map(({ event }) => event)).toEqual(['scenario', 'faults', 'workspace']);
    expect(seen[0]?.data).toMatchObject({ scenario: 'instant' });
    expect(seen[1]?.data.faults).toHaveLength(1);
    await workspace.reset();
    expect((await stream.next()).event).toBe('scenario');
    stream.leave();
  });

  it('resumes after the last event of the client', async () => {
    const workspace = deckhand.workspace('ws_dev');
    const first = await follow();
    await first.next();
    workspace.clock.advance(1000);
    const seen = await first.next();
    first.leave();
    workspace.use('instant');
    workspace.use('happy-path');
    const second = await follow(seen.id);
    expect(await second.next()).toMatchObject({ id: seen.id, event: 'hello' });
    expect([await second.next(), await second.next()].map(({ event }) => event)).toEqual([
      'scenario',
      'scenario',
    ]);
    second.leave();
  });

  it.each(['nonsense', 'other.3', '.', ''])('has a gap event after an unknown id: "%s"', async (after) => {
    const stream = await follow(after === '' ? '0.0' : after);
    expect([(await stream.next()).event, (await stream.next()).event]).toEqual(['hello', 'gap']);
    stream.leave();
  });

  it('has a gap event after too many missed events, and goes on from now', async () => {
    const workspace = deckhand.workspace('ws_dev');
    const first = await follow();
    const { id } = await first.next();
    first.leave();
    for (let count = 0; count < 5000; count += 1) workspace.clock.advance(1);
    const second = await follow(id);
    await second.next();
    expect((await second.next()).event).toBe('gap');
    workspace.use('instant');
    expect((await second.next()).event).toBe('scenario');
    second.leave();
  });

  it('ends when its sandbox is removed, and when the server stops', async () => {
    const stream = await follow(undefined, 'sandbox-a');
    await stream.next();
    deckhand.service.forget('ws_sandbox_a');
    expect([(await stream.next()).event, (await stream.next()).event]).toEqual(['closed', 'end']);
    const other = await follow();
    await other.next();
    const cut = vi.spyOn(Server.prototype, 'closeAllConnections');
    await server.close();
    expect(cut).not.toHaveBeenCalled();
    expect((await other.next()).event).toBe('end');
  });

  it('is available in process, too', async () => {
    const leave = new AbortController();
    const workspace = deckhand.workspace('ws_dev');
    const seen: string[] = [];
    for await (const { event } of workspace.events({ signal: leave.signal })) {
      seen.push(event);
      if (event === 'hello') workspace.use('instant');
      else leave.abort();
    }
    expect(seen).toEqual(['hello', 'scenario']);
  });
});
