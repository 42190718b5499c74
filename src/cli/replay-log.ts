/** Tells which requests a replay does not contain: each in the log, and all of them at the end. */
import pc from 'picocolors';
import type { Deckhand } from '../app/deckhand.js';
import { printableLine } from '../base/printable.js';
import type { Exchange } from '../journal/exchange.js';
import { BeyondRecording } from '../playback/beyond-recording.js';
import type { ReplayedWorkspace } from '../scenario/replay-file.js';

type Style = 'pretty' | 'json' | 'silent';

export class ReplayLog {
  readonly #beyond: BeyondRecording;
  readonly #style: Style;
  readonly #write: (line: string) => void;

  constructor(
    { service }: Deckhand,
    replays: ReadonlyMap<string, ReplayedWorkspace>,
    style: Style,
    write: (line: string) => void,
  ) {
    this.#beyond = new BeyondRecording({
      replays,
      eraOf: (id) => service.workspace(id, Date.now()).era,
    });
    this.#style = style;
    this.#write = write;
  }

  add(exchange: Exchange): void {
    const why = this.#beyond.add(exchange);
    if (why === undefined) return;
    const { method, url } = exchange.request;
    if (this.#style === 'json')
      this.#write(JSON.stringify({ not_in_recording: why, method, url, sequence: exchange.sequence }));
    if (this.#style === 'pretty')
      this.#write(
        `${pc.yellow('new')}    ${printableLine(`${method} ${url}`)} is not in the recording: ${why}`,
      );
  }

  close(): void {
    const lines = this.#beyond.summary();
    if (this.#style !== 'pretty') return;
    if (lines.length === 0) this.#write('The recording contains every request.');
    else this.#write(['Not in the recording:', ...lines.map((line) => `  ${line}`)].join('\n'));
  }
}
