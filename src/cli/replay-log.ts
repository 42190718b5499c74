/** Tells which requests a recording does not hold: each in the log, and all of them when the server stops. */
import { styleText } from 'node:util';
import type { Deckhand } from '../app/deckhand.js';
import { onOneLine } from '../base/text/neutral.js';
import type { Exchange } from '../journal/exchange.js';

type Style = 'pretty' | 'json' | 'silent';

export class ReplayLog {
  readonly #deckhand: Deckhand;
  readonly #style: Style;
  readonly #write: (line: string) => void;

  constructor(deckhand: Deckhand, style: Style, write: (line: string) => void) {
    this.#deckhand = deckhand;
    this.#style = style;
    this.#write = write;
  }

  add({ notes, request: { method, url }, response, sequence }: Exchange): void {
    if (notes?.problem !== 'not_recorded') return;
    if (this.#style === 'json') this.#write(JSON.stringify({ not_recorded: { method, url, sequence } }));
    if (this.#style === 'pretty')
      this.#write(
        `${styleText('yellow', 'new')}    ${onOneLine(`${method} ${url}: ${detailOf(response?.body?.text)}`)}`,
      );
  }

  close(): void {
    if (this.#style !== 'pretty') return;
    for (const { id, replay } of this.#deckhand.service.states()) {
      const lines = replay?.summary() ?? [];
      const name = id === '' ? 'Requests without a valid key' : id;
      if (replay && lines.length === 0)
        this.#write(`${name}: every recorded failure was played, and no request was new.`);
      else if (replay) this.#write([`${name}:`, ...lines.map((line) => `  ${onOneLine(line)}`)].join('\n'));
    }
  }
}

/** Why the recording has no response: the detail of the problem. */
function detailOf(body = ''): string {
  return /"detail":"Not in the recording: ([^"]*)\."/.exec(body)?.[1] ?? 'it is not in the recording';
}
