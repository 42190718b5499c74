/** Shows in one line at the bottom of a terminal how far files were read. Without a terminal it shows nothing. */
import { statSync } from 'node:fs';
import type { HarFileStats } from '../proxy/recording/har-file.js';

interface Terminal {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly write: (text: string) => unknown;
}

export class ReadProgress {
  readonly #terminal: Terminal;
  /** Bytes of all files. Undefined for compressed files and standard input, whose read bytes cannot be compared with a size. */
  readonly #size: number | undefined;

  constructor(terminal: Terminal, files: readonly string[]) {
    this.#terminal = terminal;
    const sizes = files.map((file) =>
      /\.gz$/i.test(file) ? undefined : statSync(file, { throwIfNoEntry: false })?.size,
    );
    this.#size = sizes.reduce((sum, size) =>
      sum === undefined || size === undefined ? undefined : sum + size,
    );
  }

  show(files: readonly HarFileStats[]): void {
    if (!this.#terminal.isTTY) return;
    const total = (pick: (file: HarFileStats) => number): number =>
      files.reduce((sum, file) => sum + pick(file), 0);
    const bytes = total((file) => file.bytes);
    const share = this.#size ? `${Math.min(100, Math.floor((100 * bytes) / this.#size))} %` : undefined;
    const parts = [
      'reading',
      share,
      `${(bytes / 1e6).toFixed(0)} MB`,
      `${total((file) => file.entries).toLocaleString('en')} entries`,
    ];
    const text = parts.filter((part) => part !== undefined).join(' · ');
    this.#terminal.write(`\r\u001b[K${text.slice(0, (this.#terminal.columns ?? 80) - 1)}`);
  }

  clear(): void {
    if (this.#terminal.isTTY) this.#terminal.write('\r\u001b[K');
  }
}
