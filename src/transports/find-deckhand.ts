/** Finds out which part of Deckhand listens on a port in use, for the error of another one. */
import { request } from 'node:http';

const PROBE_TIMEOUT_MS = 500;

/** Every server of Deckhand rejects it, so that a recording proxy neither forwards nor records the request. */
const REJECTED_HOST = 'deckhand.invalid';

/** @returns such as `a Deckhand server`; undefined if another program listens there, or if it does not respond */
export function findDeckhand(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const probe = request({
      host,
      port,
      path: '/_deckhand/api/workspaces',
      headers: { host: REJECTED_HOST },
      agent: false,
      timeout: PROBE_TIMEOUT_MS,
    });
    probe.on('response', ({ headers, statusCode }) => {
      probe.destroy();
      if (headers['x-deckhand-proxy'] !== undefined) return resolve('the recording proxy of Deckhand');
      const isProblem = headers['content-type'] === 'application/problem+json';
      resolve(statusCode === 403 && isProblem ? 'a Deckhand server' : undefined);
    });
    probe.on('timeout', () => probe.destroy());
    probe.on('error', () => resolve(undefined));
    probe.on('close', () => resolve(undefined));
    probe.end();
  });
}
