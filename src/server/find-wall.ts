/** Finds a wall that runs on this machine, for the link in the panel. Knows its address only. */
import { request } from 'node:http';

/** The default port of a wall. */
export const WALL_PORT = 4020;

const PROBE_TIMEOUT_MS = 500;

/** @returns the address of the page of `deckhand wall` on this port; undefined if none runs there */
export function findRunningWall(port: number = WALL_PORT): Promise<string | undefined> {
  const host = `wall.localhost:${port}`;
  return new Promise((resolve) => {
    // A recording proxy on this port refuses the host, and neither forwards nor records the request.
    const sent = request({
      host: '127.0.0.1',
      port,
      method: 'HEAD',
      headers: { host },
      agent: false,
      timeout: PROBE_TIMEOUT_MS,
    });
    sent.on('response', ({ headers }) => {
      const isWall = headers['content-security-policy']?.includes(`.${host}`) === true;
      resolve(isWall ? `http://${host}/` : undefined);
      sent.destroy();
    });
    sent.on('timeout', () => sent.destroy());
    sent.on('error', () => resolve(undefined));
    sent.end();
  });
}
