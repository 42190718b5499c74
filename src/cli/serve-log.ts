/** What `deckhand serve` prints about requests, and at its end about a replayed recording. */
import type { Deckhand } from '../app/deckhand.js';
import { sanitizeLine } from '../base/text/sanitize.js';
import { RequestLog } from '../server/log/request-log.js';
import type { ServerOptions } from '../server/server.js';
import type { ServeOptions } from './serve-options.js';
import { reportBug } from './terminal.js';

export class ServeLog {
  readonly #deckhand: Deckhand;
  readonly #style: ServeOptions['log'];
  readonly #requests: RequestLog | undefined;

  /** @param isReachable whether other machines can connect */
  constructor(deckhand: Deckhand, style: ServeOptions['log'], isReachable: boolean) {
    this.#deckhand = deckhand;
    this.#style = style;
    if (style === 'silent') return;
    this.#requests = new RequestLog({
      style,
      basePath: deckhand.requestMatcher.basePath,
      hints: {
        setKeys: 'start with --api-key KEY, --any-api-key or --optional-api-key',
        isReachable,
        allowOrigin: (origin) => `start with --allow-origin ${origin}`,
      },
      write: (line) => console.log(line),
      onBug: reportBug,
    });
  }

  /** Empty if the log is silent. */
  callbacks(): Partial<ServerOptions> {
    const requests = this.#requests;
    if (!requests) return {};
    return {
      onExchange: requests.onExchange,
      onPage: requests.onPage,
      onBlockedOrigin: requests.onBlockedOrigin,
      onBlockedHost: requests.onBlockedHost,
      onWrongScheme: requests.onWrongScheme,
    };
  }

  async close(): Promise<void> {
    await this.#requests?.close();
    if (this.#style !== 'pretty') return;
    for (const { id, replay } of this.#deckhand.service.workspaceStates()) {
      const lines = replay?.summary() ?? [];
      const name = id === '' ? 'Requests without a valid key' : id;
      if (replay && lines.length === 0)
        console.log(
          `${name}: all recorded failures and ends of jobs were replayed, and every request was recorded.`,
        );
      else if (replay)
        console.log([`${name}:`, ...lines.map((line) => `  ${sanitizeLine(line)}`)].join('\n'));
    }
  }
}
