/** Sends requests over kept-alive connections, and counts what comes back. */
import { Agent, request } from 'node:http';
import type { HostileRequest } from './hostile-requests.js';

/** Real milliseconds. A fault of an attacker's own sandbox can hold its response. */
const PATIENCE = 10_000;

/** Status of a request that got no response. */
export const BROKEN = 0;

export class Client {
  readonly #agent: Agent;
  readonly #port: number;
  readonly statuses = new Map<number, number>();

  constructor(url: string, connections: number) {
    this.#port = Number(new URL(url).port);
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  /** @returns the status; `BROKEN` without a response */
  async send(hostile: HostileRequest): Promise<number> {
    const { status } = await this.read(hostile);
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    return status;
  }

  read({
    method,
    path,
    headers,
    body,
  }: HostileRequest): Promise<{ readonly status: number; readonly text: string }> {
    return new Promise((resolve) => {
      let text = '';
      const over = (status: number): void => resolve({ status, text });
      const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
      const sent = request(
        {
          host: '127.0.0.1',
          port: this.#port,
          agent: this.#agent,
          method,
          path,
          headers: { ...headers, ...length },
        },
        (response) => {
          // A journal of an attacker can be large. Its text does not matter.
          response.on('data', (chunk: Buffer) => {
            if (text.length < 4_000_000) text += chunk.toString('latin1');
          });
          response.on('end', () => over(response.statusCode ?? BROKEN));
          response.on('error', () => over(BROKEN));
        },
      );
      sent.setTimeout(PATIENCE, () => sent.destroy());
      sent.on('error', () => over(BROKEN));
      sent.on('close', () => over(BROKEN));
      sent.end(body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
