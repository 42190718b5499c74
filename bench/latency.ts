/** Measures the latency of an idle server: one kept-alive connection, one request at a time. */
import { Agent, request as httpRequest } from 'node:http';
import type { Request } from 'autocannon';

/** @returns the milliseconds of each request, in order */
export async function latencies(
  url: string,
  requests: readonly Request[],
  amount: number,
): Promise<readonly number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const took: number[] = [];
  for (let count = 0; count < amount; count += 1) {
    const { path, headers = {} } = requests[count % requests.length] as Request;
    const began = performance.now();
    await once(url + path, headers, agent);
    took.push(performance.now() - began);
  }
  agent.destroy();
  return took;
}

/** The smallest figure that is not exceeded by this share of all figures. */
export function percentile(figures: readonly number[], share: number): number {
  const sorted = figures.toSorted((one, two) => one - two);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

/** @throws if the response is not a 200 */
function once(url: string, headers: Readonly<Record<string, string>>, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, { agent, headers }, (response) => {
      response.resume();
      response.on('end', () =>
        response.statusCode === 200 ? resolve() : reject(new Error(`${url}: ${response.statusCode}`)),
      );
    });
    request.on('error', reject).end();
  });
}
