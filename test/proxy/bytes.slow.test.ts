import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import fc from '../fast-check.js';
import { RawConnection } from '../transports/raw-connection.js';
import { rawUpstream } from './raw-upstream.js';
import { startProxy } from './start-proxy.js';

const token = fc
  .string({ unit: fc.constantFrom(...'abcXYZ019-_.!~'), minLength: 1, maxLength: 12 })
  .map((text) => `x-${text}`);
/** Any valid header value: visible characters, spaces between them, and bytes outside ASCII. */
const value = fc
  .string({ unit: fc.constantFrom(...'aZ 9,;="\t/()<>@\u00e9\u00ff\u0080'), maxLength: 30 })
  .map((text) => text.trim());
const headers = fc.array(fc.tuple(token, value), { maxLength: 12 });
const body = fc.uint8Array({ maxLength: 3_000 }).map((bytes) => Buffer.from(bytes));
/** The sizes of the pieces that a message is sent in. */
const pieces = fc.array(fc.integer({ min: 1, max: 400 }), { maxLength: 8 });

const message = fc.record({ headers, body, pieces, isChunked: fc.boolean() });

async function writeInPieces(
  socket: { write(bytes: Buffer): unknown },
  bytes: Buffer,
  at: readonly number[],
) {
  let rest = bytes;
  for (const size of at) {
    socket.write(rest.subarray(0, size));
    rest = rest.subarray(size);
    await new Promise((resolve) => setImmediate(resolve));
  }
  socket.write(rest);
}

const fieldLines = (pairs: readonly (readonly [string, string])[]) =>
  pairs.map(([name, text]) => `${name}: ${text}\r\n`).join('');

function framed(bytes: Buffer, isChunked: boolean): { framing: string; bytes: Buffer } {
  if (!isChunked) return { framing: `content-LENGTH: ${bytes.length}\r\n`, bytes };
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += 700) {
    const part = bytes.subarray(at, at + 700);
    parts.push(Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n'));
  }
  return {
    framing: 'transfer-ENCODING: chunked\r\n',
    bytes: Buffer.concat([...parts, Buffer.from('0\r\n\r\n')]),
  };
}

/** The body without the chunk framing. */
function unchunked(bytes: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; ;) {
    const end = bytes.indexOf('\r\n', at);
    const size = Number.parseInt(bytes.subarray(at, end).toString(), 16);
    if (size === 0) return Buffer.concat(parts);
    parts.push(bytes.subarray(end + 2, end + 2 + size));
    at = end + 2 + size + 2;
  }
}

test('head and body are forwarded byte for byte in both directions, in any framing and any chunks', async () => {
  let respond: (socket: Socket) => void = () => {};
  const upstream = await rawUpstream((socket) => respond(socket));
  const proxy = await startProxy(upstream.url);
  const requestLine = 'POST /api/v1/presentations/a%2Fb?x=%20%C3%A9';

  await fc.assert(
    fc.asyncProperty(
      message,
      message,
      fc.constantFrom(200, 202, 299, 404, 503),
      async (request, response, status) => {
        const out = framed(response.body, response.isChunked);
        const statusLine = `HTTP/1.1 ${status} As it likes`;
        respond = (socket) =>
          void writeInPieces(
            socket,
            Buffer.concat([
              Buffer.from(`${statusLine}\r\n${fieldLines(response.headers)}${out.framing}\r\n`, 'latin1'),
              out.bytes,
            ]),
            response.pieces,
          );
        const sent = framed(request.body, request.isChunked);
        const client = new RawConnection(proxy.port);
        await writeInPieces(
          { write: (bytes) => client.send(bytes) },
          Buffer.concat([
            Buffer.from(
              `${requestLine} HTTP/1.1\r\n${fieldLines(request.headers)}HOST: localhost\r\n${sent.framing}\r\n`,
              'latin1',
            ),
            sent.bytes,
          ]),
          request.pieces,
        );
        await client.readResponse();
        client.destroy();

        const seen = upstream.requests.at(-1);
        expect(seen?.head.join('\r\n')).toBe(
          `${requestLine} HTTP/1.1\r\n${fieldLines(request.headers)}HOST: ${new URL(upstream.url).host}\r\n${sent.framing}Connection: keep-alive`,
        );
        const forwarded = request.isChunked ? unchunked(seen?.body ?? Buffer.alloc(0)) : seen?.body;
        expect(forwarded?.equals(request.body)).toBe(true);

        const all = client.all();
        const end = all.indexOf('\r\n\r\n');
        expect(all.subarray(0, end).toString('latin1')).toBe(
          `${statusLine}\r\n${fieldLines(response.headers)}${out.framing}Connection: keep-alive\r\nKeep-Alive: timeout=65`,
        );
        const received = all.subarray(end + 4);
        expect((response.isChunked ? unchunked(received) : received).equals(response.body)).toBe(true);
      },
    ),
    { numRuns: 300 },
  );
  const exchanges = await proxy.close();
  expect(exchanges.length).toBeGreaterThan(299);
  expect(exchanges.filter(({ failure }) => failure)).toEqual([]);
});
