/** Sends requests to a server as fast as it responds, over kept-alive connections, one request at a time on each. */
import autocannon, { type Request } from 'autocannon';

const CONNECTIONS = 50;
/** The number of different requests of a connection, which are selected at random and built before each run. */
const REQUESTS_EACH = 100;

/**
 * @param requests each connection gets a random selection of them
 * @returns responses per second, from the first response to the last
 * @throws if any response is not a 2xx
 */
export function load(url: string, requests: readonly Request[], amount: number): Promise<number> {
  return new Promise((resolve, reject) => {
    let responses = 0;
    let first = 0;
    let last = 0;
    const run = autocannon(
      {
        url,
        connections: CONNECTIONS,
        amount,
        sampleInt: 20,
        setupClient: (client) =>
          client.setRequests(Array.from({ length: REQUESTS_EACH }, () => pickRandom(requests))),
      },
      (error, { non2xx, errors, timeouts }) => {
        if (error) reject(error);
        else if (non2xx + errors + timeouts > 0)
          reject(new Error(`${url}: ${non2xx} bad responses, ${errors} errors, ${timeouts} timeouts`));
        else resolve(((responses - 1) / (last - first)) * 1000);
      },
    );
    run.on('response', () => {
      last = performance.now();
      if (responses === 0) first = last;
      responses += 1;
    });
  });
}

function pickRandom<T extends object>(list: readonly T[]): T {
  // A copy, because autocannon stores the built request in the object.
  return { ...(list[Math.floor(Math.random() * list.length)] as T) };
}
