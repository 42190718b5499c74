/**
 * The events of a workspace as server-sent events. What a client does not take in time is not heaped up for it: it reads
 * on where it stopped, or is told of a gap.
 */
import type { ServerResponse } from 'node:http';
import type { ControlEvent } from '../../app/follow.js';
import { clearRealInterval, setRealInterval } from '../../base/real-time.js';

/** Milliseconds between signs of life, which proxies and dead connections are found out by. */
const HEARTBEAT = 15_000;

/**
 * @param gone is aborted when the client has left or the server stops
 * @param heartbeat milliseconds between signs of life
 */
export async function sendEvents(
  response: ServerResponse,
  events: AsyncIterable<ControlEvent>,
  gone: AbortSignal,
  heartbeat = HEARTBEAT,
): Promise<void> {
  response.writeHead(200, {
    'Content-Type': 'text/event-stream',
    'Cache-Control': 'no-store',
    'X-Accel-Buffering': 'no',
    // What comes after is nothing, so a server that stops need not wait for the connection to fall silent.
    Connection: 'close',
  });
  const heart = setRealInterval(
    () => !response.writableNeedDrain && response.write(': alive\n\n'),
    heartbeat,
  );
  try {
    for await (const { id, event, data } of events) {
      if (gone.aborted) break;
      const isTaken = response.write(`id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
      if (!isTaken) await drained(response, gone);
    }
  } finally {
    clearRealInterval(heart);
    response.end();
  }
}

function drained(response: ServerResponse, gone: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = (): void => {
      response.off('drain', finish);
      gone.removeEventListener('abort', finish);
      resolve();
    };
    response.on('drain', finish);
    gone.addEventListener('abort', finish);
    if (gone.aborted) finish();
  });
}
