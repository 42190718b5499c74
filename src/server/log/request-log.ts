/** The log of a server: requests, advice about those that cannot succeed, and clients that break a rule. */
import { styleText } from 'node:util';
import type { Exchange } from '../../journal/exchange.js';
import { realNow } from '../../base/real-time.js';
import type { PageRequest } from './page-request.js';
import type { ClientRuleLog } from './client-rule-log.js';
import { wrapLine } from '../../base/text/wrap.js';
import { COLUMNS, formatJson, formatPage, formatPretty } from './format-request.js';
import { sanitizeLine } from '../../base/text/sanitize.js';
import { DEVELOPMENT_KEYS } from '../../app/deckhand.js';

export interface RequestLogOptions {
  readonly style: 'pretty' | 'json';
  /** The path of the API. */
  readonly basePath: string;
  readonly advice: HintOptions;
  readonly write: (line: string) => void;
  readonly onBug: (error: unknown) => void;
}

/** The methods are callbacks of the server. */
export class RequestLog {
  readonly #options: RequestLogOptions;
  readonly #advice: Hints;
  #rules: Promise<ClientRuleLog> | undefined;
  #isBroken = false;

  constructor(options: RequestLogOptions) {
    this.#options = options;
    this.#advice = new Hints(options.advice);
  }

  /** @param took real milliseconds */
  readonly onExchange = (exchange: Exchange, took: number): void => {
    const { style, write } = this.#options;
    write((style === 'json' ? formatJson : formatPretty)(exchange, took));
    this.#printHint(this.#advice.forExchange(exchange));
    this.#judge(exchange);
  };

  /** Requests of the panel and of control clients are not part of an app's traffic, so only failed ones are shown. */
  readonly onPage = (page: PageRequest): void => {
    const { style, write } = this.#options;
    if (isOwnPage(page)) return;
    write(formatPage(page, style === 'json'));
  };

  readonly onRefusedOrigin = (origin: string): void => this.#printHint(this.#advice.forOrigin(origin));

  readonly onRefusedHost = (host: string): void => this.#printHint(this.#advice.forHost(host));

  /** Judges the rest. */
  async close(): Promise<void> {
    if (!this.#isBroken) (await this.#rules)?.close();
  }

  #printHint(advice: string | undefined): void {
    if (advice === undefined) return;
    const { style, write } = this.#options;
    if (style === 'json') write(JSON.stringify({ time: new Date(realNow()).toISOString(), hint: advice }));
    else write(wrapLine(`${styleText('yellow', 'hint')}   ${advice}`, 7, COLUMNS));
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

/** How users of a tool set the options that the advice names. */
export interface HintOptions {
  /** Such as `start with --key KEY, --any-key or --no-key`. */
  readonly setKeys: string;
  /** Whether other machines can connect, so that only the keys that the user named are valid. */
  readonly isReachable?: boolean;
  /** Such as `start with --allow-origin https://app.example.com`. */
  readonly allowOrigin: (origin: string) => string;
}

/** Different pieces of advice; a client can invent origins. */
const MAX_HINTS = 50;

/** Prints each hint once. */
export class Hints {
  readonly #words: HintOptions;
  readonly #printed = new Set<string>();

  constructor(words: HintOptions) {
    this.#words = words;
  }

  /** About an exchange; undefined if there is none, or if it was given before. */
  forExchange({ metadata, request, response }: Exchange): string | undefined {
    const { isReachable = false, setKeys } = this.#words;
    const [key] = Object.values(DEVELOPMENT_KEYS);
    const what = isReachable
      ? `Only named keys are valid where other machines can connect: ${setKeys}.`
      : `Send ${key}, or ${setKeys}.`;
    if (metadata?.problem === 'missing_key')
      return this.#once(`This request has no key. ${what.replace('Send ', 'Send x-api-key: ')}`);
    if (metadata?.problem === 'not_recorded') {
      // The detail of the problem says why.
      const [, why = ''] = /"detail":"([^"]*)"/.exec(response?.body?.text ?? '') ?? [];
      return this.#once(sanitizeLine(`${request.method} ${request.url}: ${why}`));
    }
    if (metadata?.problem === 'unknown_key') return this.#once(`No workspace has this key. ${what}`);
    return undefined;
  }

  /** About a page that cannot read responses. @param origin the page's, as the client sent it */
  forOrigin(origin: string): string | undefined {
    if (origin === 'null')
      return this.#once(
        'A page without an origin, such as a file, cannot read responses. Open it at an address such as http://localhost.',
      );
    const shown = sanitizeLine(origin).slice(0, 200);
    const isOrigin = URL.canParse(shown) && new URL(shown).origin === shown;
    const what = `Pages of ${shown} cannot read responses.`;
    return this.#once(isOrigin ? `${what} To allow them, ${this.#words.allowOrigin(shown)}.` : what);
  }

  /** About a request for another host. @param host with its port, as the client sent it */
  forHost(host: string): string | undefined {
    const shown = sanitizeLine(host);
    const [, name] = /^([\w.-]+)(?::\d+)?$/.exec(shown) ?? [];
    const what = `A request for ${shown} got 400, because that is not a name of this server.`;
    return this.#once(name === undefined ? what : `${what} To allow it, start with --allow-host ${name}.`);
  }

  #once(text: string): string | undefined {
    if (this.#printed.has(text) || this.#printed.size >= MAX_HINTS) return undefined;
    this.#printed.add(text);
    return text;
  }
}
