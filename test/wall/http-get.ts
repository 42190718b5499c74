/** Requests to the wall. Node does not resolve its names, so they go to 127.0.0.1 with a `Host`. */
import { request, type IncomingHttpHeaders } from 'node:http';

export interface Received {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly bytes: Buffer;
  readonly json: () => unknown;
}

export function send(
  port: number,
  host: string,
  path: string,
  {
    method = 'GET',
    headers = {},
    body,
  }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<Received> {
  return new Promise((resolve, reject) => {
    const own = { host: `${host}:${port}`, ...headers };
    const sent = request(
      { host: '127.0.0.1', port, path, method, headers: own, agent: false },
      (response) => {
        const pieces: Buffer[] = [];
        response.on('data', (piece: Buffer) => pieces.push(piece));
        response.on('end', () => {
          const bytes = Buffer.concat(pieces);
          const text = bytes.toString();
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text,
            bytes,
            json: () => JSON.parse(text) as unknown,
          });
        });
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}
