/** What the recording proxy says while it runs: a line for each violation, once; and what it answered itself, counted. */
import pc from 'picocolors';
import { printableLine } from '../adapters/printable.js';
import { neutral, type LiveFinding } from '../contract/index.js';

const OWN_TEXT: Readonly<Record<string, string>> = {
  unreachable: 'could not be passed on: the upstream was not reached',
  timeout: 'had no answer in time',
  'not-http': 'had an answer that is not HTTP',
  'read-only': 'refused because of --read-only',
  upgrade: 'refused because they wanted another protocol',
  'other-host': 'refused because they named another host',
  'bad-request': 'could not be passed on as they are',
};

export class RecordLines {
  readonly #write: (line: string) => void;
  readonly #own = new Map<string, number>();

  constructor(write: (line: string) => void) {
    this.#write = write;
  }

  found({ rule, finding, exchange }: LiveFinding): void {
    const word = finding.kind === 'fail' ? pc.red('FAIL') : pc.yellow('warn');
    const { sequence, request } = exchange;
    const what = neutral(`${rule.id} (${rule.sections.join(', ')}): ${finding.message}`);
    const where = printableLine(`#${sequence} ${request.method} ${pathOf(request.url)}`).slice(0, 160);
    this.#write(`${pc.dim(clockText())} ${word} ${what} ${pc.dim(where)}`);
  }

  /** Says each reason once; how often it came is said in the end. */
  own(reason: string, detail: string): void {
    const times = (this.#own.get(reason) ?? 0) + 1;
    this.#own.set(reason, times);
    if (times === 1)
      this.#write(`${pc.dim(clockText())} ${pc.magenta('own answer')} ${reason}: ${neutral(detail)}`);
  }

  /** For the report. */
  notes(): readonly string[] {
    return [...this.#own].map(
      ([reason, times]) =>
        `${times} ${times === 1 ? 'request' : 'requests'} ${OWN_TEXT[reason] ?? reason}; what was answered is not the service's`,
    );
  }
}

function pathOf(url: string): string {
  return url.replace(/^https?:\/\/[^/]*/, '');
}

function clockText(): string {
  return new Date().toTimeString().slice(0, 8);
}
