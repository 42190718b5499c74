/** The log of a server: requests, advice about those that cannot succeed, and clients that break a rule. */
import { styleText } from 'node:util';
import type { Exchange } from '../../journal/exchange.js';
import { realNow } from '../../base/real-time.js';
import type { PageRequest } from '../page-request.js';
import { Advice, type AdviceWords } from './advice.js';
import type { ClientRuleLog } from './client-rule-log.js';
import { wrapped } from '../../base/text/wrap.js';
import { COLUMNS, jsonLine, pageLine, prettyLine } from './request-lines.js';

export interface RequestLogOptions {
  readonly style: 'pretty' | 'json';
  /** The path of the API. */
  readonly basePath: string;
  readonly advice: AdviceWords;
  readonly write: (line: string) => void;
  readonly onBug: (error: unknown) => void;
}

/** The methods are callbacks of the server. */
export class RequestLog {
  readonly #options: RequestLogOptions;
  readonly #advice: Advice;
  #rules: Promise<ClientRuleLog> | undefined;
  #isBroken = false;

  constructor(options: RequestLogOptions) {
    this.#options = options;
    this.#advice = new Advice(options.advice);
  }

  /** @param took real milliseconds */
  readonly onExchange = (exchange: Exchange, took: number): void => {
    const { style, write } = this.#options;
    write((style === 'json' ? jsonLine : prettyLine)(exchange, took));
    this.#say(this.#advice.about(exchange));
    this.#judge(exchange);
  };

  /** Requests of the panel and of control clients are not part of an app's traffic, so only failed ones are shown. */
  readonly onPage = (page: PageRequest): void => {
    const { style, write } = this.#options;
    if (isOwnPage(page)) return;
    write(pageLine(page, style === 'json'));
  };

  readonly onRefusedOrigin = (origin: string): void => this.#say(this.#advice.aboutOrigin(origin));

  readonly onRefusedHost = (host: string): void => this.#say(this.#advice.aboutHost(host));

  /** Judges the rest. */
  async close(): Promise<void> {
    if (!this.#isBroken) (await this.#rules)?.close();
  }

  #say(advice: string | undefined): void {
    if (advice === undefined) return;
    const { style, write } = this.#options;
    if (style === 'json') write(JSON.stringify({ time: new Date(realNow()).toISOString(), hint: advice }));
    else write(wrapped(`${styleText('yellow', 'hint')}   ${advice}`, 7, COLUMNS));
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
function isOwnPage({ url, status }: PageRequest): boolean {
  return /^\/_deckhand(?:[/?]|$)/.test(url) && status < 400;
}
