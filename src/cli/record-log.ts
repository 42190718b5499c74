/**
 * The log of the recording proxy: one line for each violation, for each broken exchange, and for each reason why it sent its own
 * responses.
 */
import { counted } from '../base/text/counted.js';
import { styleText } from 'node:util';
import { endOfOrigin } from '../base/url-path.js';
import { onOneLine } from '../base/text/neutral.js';
import type { Exchange } from '../journal/exchange.js';
import { countSecrets } from '../journal/redact/mark.js';
import { findingWords, neutral, type LiveFinding } from '../contract/index.js';

const PROXY_RESPONSES: Readonly<Record<string, string>> = {
  unreachable: 'the upstream could not be reached',
  timeout: 'the upstream did not respond in time',
  'not-http': 'the upstream sent a response that is not HTTP',
  'read-only': 'refused because of --read-only',
  upgrade: 'refused because the client asked for another protocol',
  'other-host': 'refused because the client named another host',
  'bad-request': 'it could not be forwarded',
};

/** The number of broken exchanges with a line of their own. The report counts all. */
const MAX_BROKEN = 50;

export class RecordLog {
  #broken = 0;
  #secrets = 0;
  readonly #write: (line: string) => void;
  readonly #counts = new Map<string, number>();

  constructor(write: (line: string) => void) {
    this.#write = write;
  }

  finding({ rule, finding, exchange }: LiveFinding): void {
    const word = finding.kind === 'fail' ? styleText('red', 'FAIL') : styleText('yellow', 'warn');
    const what = neutral(`${rule.id} (${rule.sections.join(', ')}): ${findingWords(finding)}`);
    this.#line(`${word} ${what} ${styleText('dim', whereOf(exchange))}`);
  }

  /** Counts the secrets of an exchange. Logs it if it broke. */
  exchange(exchange: Exchange): void {
    const { failure, notes } = exchange;
    this.#secrets += countSecrets(exchange);
    if (!failure) return;
    this.#broken += 1;
    if (this.#broken > MAX_BROKEN) return;
    const what = neutral(notes?.failure ?? 'no complete response');
    this.#line(`${styleText('magenta', failure)} ${what} ${styleText('dim', whereOf(exchange))}`);
    if (this.#broken === MAX_BROKEN) this.#line('Further broken requests are in the report only.');
  }

  /** Logs each reason once. The report has the counts. */
  proxyResponse(reason: string, detail: string): void {
    const times = (this.#counts.get(reason) ?? 0) + 1;
    this.#counts.set(reason, times);
    if (times === 1) this.#line(`${styleText('magenta', 'proxy response')} ${reason}: ${neutral(detail)}`);
  }

  #line(text: string): void {
    this.#write(`${styleText('dim', clockText())} ${text}`);
  }

  /** The notes for the report. */
  notes(): readonly string[] {
    const fromProxy = [...this.#counts].map(
      ([reason, times]) =>
        `${counted(times, 'response')} came from the proxy, not from the service: ${PROXY_RESPONSES[reason] ?? reason}`,
    );
    if (this.#secrets === 0) return fromProxy;
    return [
      ...fromProxy,
      `${counted(this.#secrets, 'value')} beside the API keys ${this.#secrets === 1 ? 'reads' : 'read'} [redacted] in the recording`,
    ];
  }
}

function whereOf({ sequence, request }: Exchange): string {
  const path = request.url.slice(endOfOrigin(request.url));
  return onOneLine(`#${sequence} ${request.method} ${path}`).slice(0, 160);
}

function clockText(): string {
  return new Date().toTimeString().slice(0, 8);
}
