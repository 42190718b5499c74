/** Attacks below HTTP: garbage, half-open connections, slow readers, and subscribers that never read. */
import { connect, type Socket } from 'node:net';
import type { Random } from './random.js';

/** The maximum number of open connections of each kind. The oldest is closed for a new one. */
const MOST = 150;

const head = (path: string, ...more: readonly string[]) =>
  `${['GET', path, 'HTTP/1.1'].join(' ')}\r\n${['Host: 127.0.0.1', ...more].join('\r\n')}\r\n\r\n`;

/** Large responses that a client can leave unread. */
const LARGE = ['journal', 'snapshot'].map((name) => `/_deckhand/api/workspaces/sandbox-flood-0/${name}`);

export const RAW_KINDS = ['garbage', 'half-open', 'slow reader', 'subscriber', 'half a request'] as const;
export type RawKind = (typeof RAW_KINDS)[number];

const TEXTS: Readonly<Record<RawKind, (random: Random) => string>> = {
  garbage: (random) =>
    random.of([
      '\u0016\u0003\u0001 not TLS either',
      'GET / HTTP/9.9\r\n\r\n',
      `GET /api/v1/templates HTTP/1.1\r\n${'X-Many: header\r\n'.repeat(1500)}\r\n`,
      'POST /api/v1/presentations HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
      'POST /api/v1/presentations HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello',
      'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n',
      'GET http://evil.test/api/v1/templates HTTP/1.1\r\nHost: evil.test\r\n\r\n',
      'CONNECT evil.test:443 HTTP/1.1\r\nHost: evil.test\r\n\r\n',
      head(
        '/_deckhand/api/workspaces',
        'Upgrade: websocket',
        'Connection: Upgrade',
        'Origin: https://evil.test',
      ),
    ]),
  // Node answers and closes its side; this side never does.
  'half-open': () => head('/api/v1/templates', 'Connection: close', 'x-api-key: sandbox-flood-1'),
  'slow reader': (random) => head(random.of(LARGE)).repeat(3),
  subscriber: (random) =>
    head(`/_deckhand/api/workspaces/sandbox-flood-${random.below(60)}/events`, 'Accept: text/event-stream'),
  'half a request': () =>
    'POST /api/v1/presentations/generate HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n{"prom',
};

export class RawAttacks {
  readonly #port: number;
  readonly #open = new Map<RawKind, Socket[]>();

  constructor(url: string) {
    this.#port = Number(new URL(url).port);
  }

  /** Resolves when the bytes are sent. */
  attack(kind: RawKind, random: Random): Promise<void> {
    const socket = connect({ port: this.#port, host: '127.0.0.1', allowHalfOpen: true });
    const open = this.#open.get(kind) ?? [];
    this.#open.set(kind, [...open, socket].slice(-MOST));
    if (open.length >= MOST) open[0]?.destroy();
    // Slow readers and subscribers read nothing.
    if (kind === 'garbage') socket.resume();
    else socket.pause();
    return new Promise((resolve) => {
      socket.on('error', () => resolve());
      socket.on('close', () => resolve());
      socket.write(TEXTS[kind](random), () => resolve());
    });
  }

  close(): void {
    for (const sockets of this.#open.values()) for (const socket of sockets) socket.destroy();
  }
}
