/** A connection to a server without an HTTP client: it sends bytes and reads responses. */
import { connect, type Socket } from 'node:net';
import { parseResponse, type RawResponse } from './raw-response.js';

export class RawConnection {
  /** Resolves when either side has closed the connection. */
  readonly closed: Promise<void>;
  /** Whether the server has reset the connection. */
  isReset = false;
  /** Received bytes that were not read as a response yet. */
  received: Buffer = Buffer.alloc(0);
  #chunks: Buffer[] = [];
  readonly #socket: Socket;
  #isOver = false;
  #wake: () => void = () => {};

  constructor(port: number) {
    this.#socket = connect(port, '127.0.0.1');
    this.#socket.on('data', (chunk) => {
      this.received = Buffer.concat([this.received, chunk]);
      this.#chunks.push(chunk);
      this.#wake();
    });
    // An error is an outcome like any other: `closed` resolves.
    this.#socket.on('error', () => (this.isReset = true));
    this.closed = new Promise((resolve) => {
      this.#socket.on('close', () => {
        this.#isOver = true;
        this.#wake();
        resolve();
      });
    });
  }

  /** All received bytes, read or not. */
  all(): Buffer {
    return Buffer.concat(this.#chunks);
  }

  send(bytes: string | Uint8Array): this {
    this.#socket.write(bytes);
    return this;
  }

  /** Ends the sending side. */
  end(): this {
    this.#socket.end();
    return this;
  }

  /** Stops reading. */
  pause(): void {
    this.#socket.pause();
  }

  /** Closes the connection immediately. */
  destroy(): void {
    this.#socket.destroy();
  }

  /** The next response; rejects when the connection ends before it is complete. */
  async readResponse(method = 'GET'): Promise<RawResponse> {
    for (;;) {
      const read = parseResponse(this.received, method, this.#isOver);
      if (read) {
        this.received = read.rest;
        return read.response;
      }
      if (this.#isOver) throw new Error('The connection ended before the response did');
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }
}

/** A request as text, by default with the development key and the correct length. */
export function requestText(
  method: string,
  path: string,
  headers: readonly string[] = [],
  body = '',
): string {
  return [
    `${method} ${path} HTTP/1.1`,
    'Host: deckhand.localhost',
    'X-Api-Key: deckhand-dev-key',
    ...(body === '' ? [] : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`]),
    ...headers,
    '',
    body,
  ].join('\r\n');
}
