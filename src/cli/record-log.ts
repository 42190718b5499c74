/** The log of the recording proxy: one line for each violation, for each failed exchange, and for each reason of its own responses. */
import { styleText } from 'node:util';
import { pluralize } from '../base/text/pluralize.js';
import { sanitizeLine } from '../base/text/sanitize.js';
import { originLength } from '../base/url-path.js';
import type { Exchange } from '../journal/exchange.js';
import { countRedactedValues } from '../journal/redact/redaction-mark.js';
import { formatFinding, sanitizeText, type LiveFinding } from '../judge/index.js';

const PROXY_RESPONSE_REASONS: Readonly<Record<string, string>> = {
  unreachable: 'no connection to the upstream',
  timeout: 'the upstream did not respond in time',
  'not-http': 'the upstream sent a response that is not HTTP',
  'read-only': 'rejected because of --read-only',
  upgrade: 'rejected because the client requested another protocol',
  'other-host': 'rejected because the host is not allowed',
  'other-origin': 'rejected because it came from a page of another origin (--allow-origin)',
  'bad-request': 'it could not be forwarded',
};

/** The number of failed exchanges that are logged. The report counts all. */
const MAX_LOGGED_FAILURES = 50;

export class RecordLog {
  #failures = 0;
  #secrets = 0;
  readonly #write: (line: string) => void;
  readonly #counts = new Map<string, number>();

  constructor(write: (line: string) => void) {
    this.#write = write;
  }

  finding({ rule, finding, exchange }: LiveFinding): void {
    const label = finding.severity === 'fail' ? styleText('red', 'FAIL') : styleText('yellow', 'warn');
    const text = sanitizeText(`${rule.id} (${rule.sections.join(', ')}): ${formatFinding(finding)}`);
    this.#line(`${label} ${text} ${styleText('dim', formatRequest(exchange))}`);
  }

  /** Counts the secrets of an exchange, and logs it if it failed. */
  exchange(exchange: Exchange): void {
    const { failure, metadata } = exchange;
    this.#secrets += countRedactedValues(exchange);
    if (!failure) return;
    this.#failures += 1;
    if (this.#failures > MAX_LOGGED_FAILURES) return;
    const reason = sanitizeText(metadata?.failure ?? 'no complete response');
    this.#line(`${styleText('magenta', failure)} ${reason} ${styleText('dim', formatRequest(exchange))}`);
    if (this.#failures === MAX_LOGGED_FAILURES) this.#line('Further failed requests are only in the report.');
  }

  /** Logs each reason once. The report has the counts. */
  proxyResponse(reason: string, detail: string): void {
    const count = (this.#counts.get(reason) ?? 0) + 1;
    this.#counts.set(reason, count);
    if (count === 1)
      this.#line(`${styleText('magenta', 'proxy response')} ${reason}: ${sanitizeText(detail)}`);
  }

  #line(text: string): void {
    this.#write(`${styleText('dim', formatTime())} ${text}`);
  }

  /** The notes for the report. */
  notes(): readonly string[] {
    const fromProxy = [...this.#counts].map(
      ([reason, count]) =>
        `${pluralize(count, 'response')} came from the proxy, not from the service: ${PROXY_RESPONSE_REASONS[reason] ?? reason}`,
    );
    if (this.#secrets === 0) return fromProxy;
    return [
      ...fromProxy,
      `${pluralize(this.#secrets, 'other secret')} ${this.#secrets === 1 ? 'is' : 'are'} [redacted] in the recording`,
    ];
  }
}

function formatRequest({ sequence, request }: Exchange): string {
  const path = request.url.slice(originLength(request.url));
  return sanitizeLine(`#${sequence} ${request.method} ${path}`).slice(0, 160);
}

function formatTime(): string {
  return new Date().toTimeString().slice(0, 8);
}
