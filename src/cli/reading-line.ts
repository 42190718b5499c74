/** One line at the bottom of a terminal that says how far files have been read. Elsewhere it shows nothing. */
import { statSync } from 'node:fs';
import type { HarNotes } from '../adapters/har-file.js';

interface Terminal {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly write: (text: string) => unknown;
}

export class ReadingLine {
  readonly #terminal: Terminal;
  /** In bytes; packed files and the standard input have no size that says anything. */
  readonly #size: number | undefined;

  constructor(terminal: Terminal, files: readonly string[]) {
    this.#terminal = terminal;
    const sizes = files.map((file) =>
      file.endsWith('.gz') ? undefined : statSync(file, { throwIfNoEntry: false })?.size,
    );
    this.#size = sizes.reduce((sum, size) =>
      sum === undefined || size === undefined ? undefined : sum + size,
    );
  }

  show(notes: readonly HarNotes[]): void {
    if (!this.#terminal.isTTY) return;
    const total = (pick: (note: HarNotes) => number): number =>
      notes.reduce((sum, note) => sum + pick(note), 0);
    const bytes = total((note) => note.bytes);
    const share = this.#size ? `${Math.min(100, Math.floor((100 * bytes) / this.#size))} %` : undefined;
    const parts = [
      'reading',
      share,
      `${(bytes / 1e6).toFixed(0)} MB`,
      `${total((note) => note.entries).toLocaleString('en')} entries`,
    ];
    const text = parts.filter((part) => part !== undefined).join(' · ');
    this.#terminal.write(`\r\u001b[K${text.slice(0, (this.#terminal.columns ?? 80) - 1)}`);
  }

  clear(): void {
    if (this.#terminal.isTTY) this.#terminal.write('\r\u001b[K');
  }
}
