import { createServer, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { sendEvents } from '../../../src/server/control/event-stream.js';
import { createDeckhand } from '../../../src/app/deckhand.js';

/** A client that reads a stream of these events on request. */
async function streaming(events: AsyncIterable<string>, heartbeat?: number) {
  const gone = new AbortController();
  let response: ServerResponse | undefined;
  let over = false;
  const server = createServer((_request, answer) => {
    response = answer;
    answer.on('close', () => gone.abort());
    void sendEvents(answer, events, gone.signal, heartbeat).then(() => (over = true));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const socket: Socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  onTestFinished(() => {
    socket.destroy();
    server.close();
  });
  let read = '';
  socket.on('data', (chunk) => (read += chunk.toString()));
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  return { socket, read: () => read, isOver: () => over, waiting: () => response?.writableLength ?? 0 };
}

const SIZE = 65_536;
const event = (number: number) => `id: x.${number}\nevent: clock\ndata: "${'x'.repeat(SIZE)}"\n\n`;

/** Many large events, and the number of events taken. */
function manyEvents(total: number) {
  const seen = { taken: 0, isClosed: false };
  async function* generate(): AsyncGenerator<string> {
    try {
      for (let number = 1; number <= total; number += 1) {
        seen.taken = number;
        yield event(number);
      }
    } finally {
      seen.isClosed = true;
    }
  }
  return { seen, events: generate() };
}

/** The figure, when it stays the same for several looks in a row. */
async function settled(figure: () => number): Promise<number> {
  let last = figure();
  for (let same = 0; same < 4;) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    const now = figure();
    same = now === last ? same + 1 : 0;
    last = now;
  }
  return last;
}

async function* silence(): AsyncGenerator<string> {
  yield event(1);
  await new Promise(() => {});
}

describe('a stream of events', () => {
  it('takes no more events than fit into the buffers of a client that does not read, and goes on when the client reads', async () => {
    const { seen, events } = manyEvents(2000);
    const { socket, read, isOver, waiting } = await streaming(events);
    socket.pause();
    await expect.poll(() => seen.taken).toBeGreaterThan(0);
    const taken = await settled(() => seen.taken);
    // The buffers of the system take some megabytes; Deckhand buffers one event.
    expect(taken).toBeLessThan(1000);
    expect(waiting()).toBeLessThan(3 * SIZE);
    socket.resume();
    await expect.poll(isOver).toBe(true);
    expect(seen.taken).toBe(2000);
    await expect.poll(() => read().includes('id: x.2000')).toBe(true);
    expect(read().match(/^id: /gm)).toHaveLength(2000);
  });

  it('ends the source when a client that does not read disconnects', async () => {
    const { seen, events } = manyEvents(2000);
    const { socket, isOver } = await streaming(events);
    socket.pause();
    await expect.poll(() => seen.taken).toBeGreaterThan(0);
    await settled(() => seen.taken);
    socket.destroy();
    await expect.poll(isOver).toBe(true);
    expect([seen.isClosed, seen.taken < 2000]).toEqual([true, true]);
  });

  it('sends heartbeats while there are no events', async () => {
    const { read } = await streaming(silence(), 5);
    await expect.poll(() => read().match(/^: alive$/gm)?.length ?? 0).toBeGreaterThan(2);
    expect(read()).toContain('id: x.1');
  });

  it('collects no heartbeats for a client that does not read', async () => {
    const { seen, events } = manyEvents(2000);
    const { socket, waiting } = await streaming(events, 1);
    socket.pause();
    await expect.poll(() => seen.taken).toBeGreaterThan(0);
    await settled(() => seen.taken);
    const before = waiting();
    expect(await settled(waiting)).toBe(before);
  });
});

describe('a slow subscriber', () => {
  it('receives a gap event, and few events are kept for it', async () => {
    const deckhand = createDeckhand();
    const workspace = deckhand.workspace('ws_dev');
    const leave = new AbortController();
    const events = workspace.events({ signal: leave.signal });
    expect((await events.next()).value).toMatchObject({ event: 'hello' });
    for (let count = 0; count < 20_000; count += 1) workspace.clock.advance(1);
    expect((await events.next()).value).toMatchObject({ event: 'gap' });
    workspace.use('instant');
    expect((await events.next()).value).toMatchObject({ event: 'scenario' });
    leave.abort();
    expect((await events.next()).done).toBe(true);
  });
});
