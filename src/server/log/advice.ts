/** What to do about a request that cannot succeed: a missing or unknown key, or a page whose origin is not allowed. */
import type { Exchange } from '../../journal/exchange.js';
import { onOneLine } from '../../base/text/neutral.js';
import { DEVELOPMENT_KEYS } from '../../app/deckhand.js';

/** How users of a tool set the options that the advice names. */
export interface AdviceWords {
  /** Such as `start with --key KEY, --any-key or --no-key`. */
  readonly setKeys: string;
  /** Whether other machines can connect, so that only the keys that the user named are valid. */
  readonly isReachable?: boolean;
  /** Such as `start with --allow-origin https://app.example.com`. */
  readonly allowOrigin: (origin: string) => string;
}

/** Different pieces of advice; a client can invent origins. */
const MOST = 50;

/** Gives each piece of advice once. */
export class Advice {
  readonly #words: AdviceWords;
  readonly #printed = new Set<string>();

  constructor(words: AdviceWords) {
    this.#words = words;
  }

  /** About an exchange; undefined if there is none, or if it was given before. */
  about({ notes }: Exchange): string | undefined {
    const { isReachable = false, setKeys } = this.#words;
    const [key] = Object.values(DEVELOPMENT_KEYS);
    const what = isReachable
      ? `Only named keys are valid where other machines can connect: ${setKeys}.`
      : `Send ${key}, or ${setKeys}.`;
    if (notes?.problem === 'missing_key')
      return this.#once(`This request has no key. ${what.replace('Send ', 'Send x-api-key: ')}`);
    if (notes?.problem === 'unknown_key') return this.#once(`No workspace has this key. ${what}`);
    return undefined;
  }

  /** About a page that cannot read responses. @param origin the page's, as the client sent it */
  aboutOrigin(origin: string): string | undefined {
    if (origin === 'null')
      return this.#once(
        'A page without an origin, such as a file, cannot read responses. Open it at an address such as http://localhost.',
      );
    const shown = onOneLine(origin).slice(0, 200);
    const isOrigin = URL.canParse(shown) && new URL(shown).origin === shown;
    const what = `Pages of ${shown} cannot read responses.`;
    return this.#once(isOrigin ? `${what} To allow them, ${this.#words.allowOrigin(shown)}.` : what);
  }

  /** About a request for another host. @param host with its port, as the client sent it */
  aboutHost(host: string): string | undefined {
    const shown = onOneLine(host);
    const [, name] = /^([\w.-]+)(?::\d+)?$/.exec(shown) ?? [];
    const what = `A request for ${shown} got 400, because that is not a name of this server.`;
    return this.#once(name === undefined ? what : `${what} To allow it, start with --allow-host ${name}.`);
  }

  #once(text: string): string | undefined {
    if (this.#printed.has(text) || this.#printed.size >= MOST) return undefined;
    this.#printed.add(text);
    return text;
  }
}
