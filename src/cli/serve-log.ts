/** What `deckhand serve` prints about requests, and which of them a recording does not hold. */
import { styleText } from 'node:util';
import type { Deckhand } from '../app/deckhand.js';
import { onOneLine } from '../base/text/neutral.js';
import type { Exchange } from '../journal/exchange.js';
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
      basePath: deckhand.reach.basePath,
      advice: {
        setKeys: 'start with --key KEY, --any-key or --no-key',
        isReachable,
        allowOrigin: (origin) => `start with --allow-origin ${origin}`,
      },
      write: (line) => console.log(line),
      onBug: reportBug,
    });
  }

  /** The server does not call what is not here. */
  callbacks(): Partial<ServerOptions> {
    const requests = this.#requests;
    if (!requests) return {};
    return {
      onExchange: (exchange, took) => {
        requests.onExchange(exchange, took);
        if (exchange.notes?.problem === 'not_recorded') this.#notRecorded(exchange);
      },
      onPage: requests.onPage,
      onRefusedOrigin: requests.onRefusedOrigin,
      onRefusedHost: requests.onRefusedHost,
    };
  }

  #notRecorded({ request: { method, url }, response, sequence }: Exchange): void {
    if (this.#style === 'json')
      return console.log(JSON.stringify({ not_recorded: { method, url, sequence } }));
    // The detail of the problem says why.
    const [, why = 'it is not in the recording'] =
      /"detail":"Not in the recording: ([^"]*)\."/.exec(response?.body?.text ?? '') ?? [];
    console.log(`${styleText('yellow', 'new')}    ${onOneLine(`${method} ${url}: ${why}`)}`);
  }

  async close(): Promise<void> {
    await this.#requests?.close();
    if (this.#style !== 'pretty') return;
    for (const { id, replay } of this.#deckhand.service.states()) {
      const lines = replay?.summary() ?? [];
      const name = id === '' ? 'Requests without a valid key' : id;
      if (replay && lines.length === 0)
        console.log(`${name}: every recorded failure was played, and no request was new.`);
      else if (replay) console.log([`${name}:`, ...lines.map((line) => `  ${onOneLine(line)}`)].join('\n'));
    }
  }
}
