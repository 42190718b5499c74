/**
 * Responds to HTTP/2 requests with a handler for HTTP/1.1, such as Express. (Vite uses HTTP/2 when it has a certificate.) An
 * in-memory connection carries each request. A response that breaks off resets only its own stream.
 */
import { createServer, request as ask, type IncomingMessage, type RequestListener } from 'node:http';
import { constants, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import { duplexPair, type Duplex } from 'node:stream';

/** Headers of an HTTP/1.1 connection. HTTP/2 does not allow them. */
const OF_THE_CONNECTION = ['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'proxy-connection'];

export function overHttp1(
  listener: RequestListener,
): (request: Http2ServerRequest, response: Http2ServerResponse) => void {
  const server = createServer({ keepAliveTimeout: 0, requestTimeout: 0 }, listener);
  return (request, response) => {
    const [near, far] = duplexPair();
    near.once('close', () => far.destroy());
    far.once('close', () => near.destroy());
    server.emit('connection', asSocket(far, request));
    const cut = (): void => response.stream.close(constants.NGHTTP2_INTERNAL_ERROR);
    const carried = ask({
      createConnection: () => near,
      method: request.method,
      path: request.url,
      headers: [...headersOf(request), 'connection', 'close'],
    });
    carried.on('error', cut);
    carried.on('response', (received) => {
      response.writeHead(received.statusCode ?? 500, withoutConnection(received));
      received.on('error', cut);
      received.pipe(response);
    });
    response.on('close', () => carried.destroy());
    request.pipe(carried);
  };
}

/** Adds the properties of a socket that Node's server and the dispatcher use. */
function asSocket(stream: Duplex, { socket }: Http2ServerRequest): Duplex {
  const { localAddress, remoteAddress } = socket;
  return Object.assign(stream, {
    localAddress,
    remoteAddress,
    encrypted: true,
    resetAndDestroy: () => stream.destroy(),
  });
}

/** Names and values in turn. HTTP/2 has the host in its own field. */
function headersOf({ authority, rawHeaders }: Http2ServerRequest): string[] {
  const headers = ['host', authority];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const [name = '', value = ''] = rawHeaders.slice(index, index + 2);
    if (!name.startsWith(':') && name !== 'host') headers.push(name, value);
  }
  return headers;
}

function withoutConnection({ headers }: IncomingMessage): IncomingMessage['headers'] {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_THE_CONNECTION.includes(name)));
}
