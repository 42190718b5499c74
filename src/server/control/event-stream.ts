/**
 * Sends the text of an event stream to one client. The server does not queue events for a slow client: the client resumes at
 * its last event, or receives a `gap` event.
 */
import type { ServerResponse } from 'node:http';
import { clearRealInterval, setRealInterval } from '../../base/real-time.js';

/** Milliseconds between heartbeats. They keep proxies from closing the connection, and reveal dead connections. */
const HEARTBEAT = 15_000;

/**
 * @param texts pieces of the stream, each with whole events
 * @param gone aborted when the client has left or the server stops
 * @param heartbeat milliseconds between heartbeats
 */
export async function sendEvents(
  response: ServerResponse,
  texts: AsyncIterable<string>,
  gone: AbortSignal,
  heartbeat = HEARTBEAT,
): Promise<void> {
  response.writeHead(200, {
    'Content-Type': 'text/event-stream',
    'Cache-Control': 'no-store',
    'X-Accel-Buffering': 'no',
    // No request follows on this connection, so a stopping server does not wait for it.
    Connection: 'close',
  });
  const heart = setRealInterval(
    () => !response.writableNeedDrain && response.write(': alive\n\n'),
    heartbeat,
  );
  try {
    for await (const text of texts) {
      if (gone.aborted) break;
      if (text !== '' && !response.write(text)) await drained(response, gone);
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
