/** Sends requests to a server as fast as it answers them, over kept-alive connections, one under way on each. */
import autocannon, { type Request } from 'autocannon';

const CONNECTIONS = 50;
/** How many different requests a connection sends in turn: drawn anew for every slice, and built before it begins. */
const REQUESTS_EACH = 100;

/**
 * @param requests what to draw from
 * @returns answers a second, from the first answer to the last
 * @throws when any answer was not a 2xx
 */
export function load(url: string, requests: readonly Request[], amount: number): Promise<number> {
  return new Promise((resolve, reject) => {
    let answers = 0;
    let first = 0;
    let last = 0;
    const run = autocannon(
      {
        url,
        connections: CONNECTIONS,
        amount,
        sampleInt: 20,
        setupClient: (client) =>
          client.setRequests(Array.from({ length: REQUESTS_EACH }, () => any(requests))),
      },
      (error, { non2xx, errors, timeouts }) => {
        if (error) reject(error);
        else if (non2xx + errors + timeouts > 0)
          reject(new Error(`${url}: ${non2xx} bad answers, ${errors} errors, ${timeouts} timeouts`));
        else resolve(((answers - 1) / (last - first)) * 1000);
      },
    );
    run.on('response', () => {
      last = performance.now();
      if (answers === 0) first = last;
      answers += 1;
    });
  });
}

function any<T extends object>(list: readonly T[]): T {
  // A copy: autocannon keeps what it has built in it.
  return { ...(list[Math.floor(Math.random() * list.length)] as T) };
}
