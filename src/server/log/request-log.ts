/** The log of a server: requests, hints about those that fail because of its options, and violations of client rules. */
import { styleText } from 'node:util';
import type { Exchange } from '../../journal/exchange.js';
import { realNow } from '../../base/real-time.js';
import type { PageRequest } from './page-request.js';
import type { ClientRuleLog } from './client-rule-log.js';
import { wrapLine } from '../../base/text/wrap.js';
import { COLUMNS, formatJson, formatPage, formatPretty } from './format-request.js';
import { Hints, type HintOptions } from './hints.js';

export interface RequestLogOptions {
  readonly style: 'pretty' | 'json';
  /** The path of the API. */
  readonly basePath: string;
  readonly hints: HintOptions;
  readonly write: (line: string) => void;
  readonly onBug: (error: unknown) => void;
}

/** The methods are callbacks of the server. */
export class RequestLog {
  readonly #options: RequestLogOptions;
  readonly #hints: Hints;
  #rules: Promise<ClientRuleLog> | undefined;
  #isBroken = false;

  constructor(options: RequestLogOptions) {
    this.#options = options;
    this.#hints = new Hints(options.hints);
  }

  readonly onExchange = (exchange: Exchange, durationMs: number): void => {
    const { style, write } = this.#options;
    write((style === 'json' ? formatJson : formatPretty)(exchange, durationMs));
    this.#printHint(this.#hints.forExchange(exchange));
    this.#judge(exchange);
  };

  /** Requests of the panel and of control clients are not part of an app's traffic, so only failed ones are logged. */
  readonly onPage = (page: PageRequest): void => {
    const { style, write } = this.#options;
    if (isPanelRequest(page)) return;
    write(formatPage(page, style === 'json'));
  };

  readonly onBlockedOrigin = (origin: string): void => this.#printHint(this.#hints.forOrigin(origin));

  readonly onBlockedHost = (host: string): void => this.#printHint(this.#hints.forHost(host));

  readonly onWrongScheme = (message: string): void => this.#printHint(message);

  /** Judges the remaining exchanges. */
  async close(): Promise<void> {
    if (!this.#isBroken) (await this.#rules)?.close();
  }

  #printHint(hint: string | undefined): void {
    if (hint === undefined) return;
    const { style, write } = this.#options;
    if (style === 'json') write(JSON.stringify({ time: new Date(realNow()).toISOString(), hint }));
    else write(wrapLine(`${styleText('yellow', 'hint')}   ${hint}`, 7, COLUMNS));
  }

  /** The rules are loaded with the first exchange, so that the server starts fast. */
  #judge(exchange: Exchange): void {
    if (this.#isBroken) return;
    const { style, basePath, write } = this.#options;
    const onBug = (error: unknown): void => {
      if (!this.#isBroken) this.#options.onBug(error);
      this.#isBroken = true;
    };
    this.#rules ??= import('./client-rule-log.js').then(
      (module) =>
        new module.ClientRuleLog({
          style,
          basePath,
          write,
          onBug,
        }),
    );
    this.#rules.then((rules) => rules.add(exchange)).catch(onBug);
  }
}

/** Whether the request is for the panel, the reference or the control API, and did not fail. */
function isPanelRequest({ url, status }: PageRequest): boolean {
  return /^\/_deckhand(?:[/?]|$)/.test(url) && status < 400;
}
