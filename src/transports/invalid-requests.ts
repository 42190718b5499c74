/** Rejects what is not HTTP, is too large or arrives too slowly, and recognizes clients that use the wrong scheme. */
import { STATUS_CODES, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { Server as TlsServer } from 'node:tls';
import { getOrCreateRequestId } from './request-id.js';
import { formatProblem } from './send-problem.js';

export const BAD_REQUEST_TITLE = 'The request cannot be understood';

const PROBLEMS: Readonly<Record<string, readonly [number, string, string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'headers_too_large', "The request's headers are too large"],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'request_timeout', 'The request took too long to arrive'],
};

/** The first byte of a TLS handshake. */
const TLS_HANDSHAKE = 0x16;

type ParserError = NodeJS.ErrnoException & { readonly rawPacket?: Uint8Array };

/**
 * @param onWrongScheme called once, when a client uses TLS on a port without it, or the other way around
 * @param headers of the responses, as alternating names and values
 */
export function rejectInvalidRequests(
  server: Server,
  onWrongScheme?: (message: string) => void,
  headers: readonly string[] = [],
): void {
  let report = onWrongScheme;
  const reportOnce = (message: string): void => {
    report?.(message);
    report = undefined;
  };
  server.on('clientError', (error: ParserError, socket) => {
    if (!(server instanceof TlsServer) && error.rawPacket?.[0] === TLS_HANDSHAKE)
      reportOnce('A client used https:// for this port, which speaks plain HTTP: write http://.');
    rejectConnection(error, socket, headers);
  });
  server.on('tlsClientError', ({ code }: NodeJS.ErrnoException) => {
    if (code === 'ERR_SSL_HTTP_REQUEST')
      reportOnce('A client used http:// for this port, which speaks TLS: write https://.');
  });
}

function rejectConnection({ code = '' }: ParserError, socket: Duplex, headers: readonly string[]): void {
  if (!socket.writable || code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const [status, problem, title] = PROBLEMS[code] ?? [400, 'bad_request', BAD_REQUEST_TITLE];
  const requestId = getOrCreateRequestId(undefined);
  const body = formatProblem(status, problem, title, requestId, `${title}.`);
  const lines = headers.flatMap((name, index) =>
    index % 2 === 0 ? `${name}: ${headers[index + 1]}\r\n` : [],
  );
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/problem+json\r\nX-Request-Id: ${requestId}\r\n${lines.join('')}Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
