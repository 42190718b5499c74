/**
 * Finds a free port of 127.0.0.1. It stays free, because systems choose ports from 32768 up for other sockets, and each worker
 * of the test runner finds other ports.
 */
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** More than the test runner has workers. */
const WORKERS = 8;

export async function freePort(): Promise<number> {
  const own = Number(process.env['VITEST_POOL_ID'] ?? 0) % WORKERS;
  for (;;) {
    const port = WORKERS * randomInt(10_000 / WORKERS, 32_768 / WORKERS) + own;
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
      .on('error', () => resolve(false))
      .listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
