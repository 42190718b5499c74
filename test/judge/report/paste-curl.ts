/** Pastes curl lines into a shell, and returns the requests that arrive at a server in place of the judged service. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { selfSigned } from '../../proxy/connection/certificate.js';

const run = promisify(execFile);

export interface ArrivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

export interface CurlPaster {
  /** Runs one line with these variables. Throws if its exit code is not 0. @returns the requests that arrived */
  readonly paste: (
    line: string,
    variables: Readonly<Record<string, string>>,
  ) => Promise<readonly ArrivedRequest[]>;
  readonly close: () => Promise<void>;
}

/** @param origin the origin of the judged service, whose requests go to the server */
export async function startCurlPaster(origin: string): Promise<CurlPaster> {
  const { hostname, protocol, port } = new URL(origin);
  const arrived: ArrivedRequest[] = [];
  const record = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const { method = '', url: path = '', rawHeaders } = incoming;
      const headers = rawHeaders.flatMap((name, index) =>
        index % 2 === 0
          ? [[name, Buffer.from(rawHeaders[index + 1] ?? '', 'latin1').toString()] as const]
          : [],
      );
      arrived.push({ method, path, headers, body: Buffer.concat(chunks).toString() });
      outgoing.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  };
  const isSecure = protocol === 'https:';
  const server = isSecure ? createHttpsServer(selfSigned(hostname), record) : createHttpServer(record);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const folder = mkdtempSync(join(tmpdir(), 'deckhand-paste-'));
  const from = `${hostname}:${port === '' ? (isSecure ? 443 : 80) : port}`;
  const { port: to } = server.address() as AddressInfo;
  writeFileSync(join(folder, '.curlrc'), `silent\nmax-time = 20\nconnect-to = "${from}:127.0.0.1:${to}"\n`);
  return {
    paste: async (line, variables) => {
      arrived.length = 0;
      const env = { PATH: process.env['PATH'], CURL_HOME: folder, ...variables };
      await run('/bin/sh', ['-c', line], { env, timeout: 30_000 });
      return [...arrived];
    },
    close: async () => {
      await new Promise((resolve) => server.close(resolve).closeAllConnections());
      rmSync(folder, { recursive: true });
    },
  };
}
