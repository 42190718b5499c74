/** How long an answer takes when nothing else is under way: one kept-alive connection, one request after the other. */
import { Agent, request as httpRequest } from 'node:http';
import type { Request } from 'autocannon';

/** @returns the milliseconds that each took, in their order */
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

/** The figure that this share of all is not above. */
export function percentile(figures: readonly number[], share: number): number {
  const sorted = figures.toSorted((one, two) => one - two);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

/** @throws when the answer is not a 200 */
function once(url: string, headers: Readonly<Record<string, string>>, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const asked = httpRequest(url, { agent, headers }, (response) => {
      response.resume();
      response.on('end', () =>
        response.statusCode === 200 ? resolve() : reject(new Error(`${url}: ${response.statusCode}`)),
      );
    });
    asked.on('error', reject).end();
  });
}
