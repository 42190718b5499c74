/** Finds a wall that runs on this machine, for the link in the panel. */
import { request } from 'node:http';

/** The default port of a wall. */
export const WALL_PORT = 4020;

const PROBE_TIMEOUT_MS = 500;

/** @returns the URL of the page of `deckhand wall` on this port; undefined if none runs there */
export function findRunningWall(port: number = WALL_PORT): Promise<string | undefined> {
  const host = `wall.localhost:${port}`;
  return new Promise((resolve) => {
    // A recording proxy on this port rejects the host, and neither forwards nor records the request.
    const probe = request({
      host: '127.0.0.1',
      port,
      method: 'HEAD',
      headers: { host },
      agent: false,
      timeout: PROBE_TIMEOUT_MS,
    });
    probe.on('response', ({ headers }) => {
      const isWall = headers['content-security-policy']?.includes(`.${host}`) === true;
      resolve(isWall ? `http://${host}/` : undefined);
      probe.destroy();
    });
    probe.on('timeout', () => probe.destroy());
    probe.on('error', () => resolve(undefined));
    probe.end();
  });
}
