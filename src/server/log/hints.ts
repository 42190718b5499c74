/** Hints of a server's log about requests that fail because of its options. */
import { DEVELOPMENT_KEYS } from '../../app/deckhand.js';
import { FILE_ORIGIN_HINT, isFileOrigin } from '../../app/options/urls.js';
import { realNow } from '../../base/real-time.js';
import { sanitizeLine } from '../../base/text/sanitize.js';
import type { Exchange } from '../../journal/exchange.js';

/** How users of a tool set the options that the hints name. */
export interface HintOptions {
  /** Such as `start with --api-key KEY, --any-api-key or --optional-api-key`. */
  readonly setKeys: string;
  /** Whether other machines can connect, so that only configured keys are valid. */
  readonly isReachable?: boolean;
  /** Such as `start with --allow-origin https://app.example.com`. */
  readonly allowOrigin: (origin: string) => string;
}

/** A limit, because a client can invent origins. */
const MAX_HINTS = 50;

/** Hints about pages are repeated after this time: a browser sends nothing after a rejected preflight, so the log has no other line. */
const REPEAT_AFTER_MS = 60_000;

/** Prints each hint once, and those about pages once a minute. */
export class Hints {
  readonly #options: HintOptions;
  readonly #now: () => number;
  /** The real time at which each hint was printed. */
  readonly #printed = new Map<string, number>();

  /** @param now the real time, in ms */
  constructor(options: HintOptions, now: () => number = realNow) {
    this.#options = options;
    this.#now = now;
  }

  /** The hint for an exchange; undefined if there is none, or if it was already returned. */
  forExchange({ metadata, request, response }: Exchange): string | undefined {
    const { isReachable = false, setKeys } = this.#options;
    const [key] = Object.values(DEVELOPMENT_KEYS);
    const remedy = isReachable
      ? `Only configured keys are valid where other machines can connect: ${setKeys}.`
      : `Send ${key}, or ${setKeys}.`;
    if (metadata?.problem === 'missing_key')
      return this.#once(`This request has no key. ${remedy.replace('Send ', 'Send x-api-key: ')}`);
    if (metadata?.problem === 'not_recorded') {
      const [, detail = ''] = /"detail":"([^"]*)"/.exec(response?.body?.text ?? '') ?? [];
      return this.#once(sanitizeLine(`${request.method} ${request.url}: ${detail}`));
    }
    if (metadata?.problem === 'unknown_key') return this.#once(`This key is unknown. ${remedy}`);
    return undefined;
  }

  /**
   * The hint for a page that cannot read responses.
   * @param origin the origin of the page, as the client sent it
   */
  forOrigin(origin: string): string | undefined {
    if (isFileOrigin(origin)) return this.#onceAMinute(FILE_ORIGIN_HINT);
    const text = sanitizeLine(origin).slice(0, 200);
    const isOrigin = URL.canParse(text) && new URL(text).origin === text;
    const problem = `Pages of ${text} cannot read responses.`;
    return this.#onceAMinute(
      isOrigin ? `${problem} To allow them, ${this.#options.allowOrigin(text)}.` : problem,
    );
  }

  /**
   * The hint for a request to a host that is not allowed.
   * @param host with its port, as the client sent it
   */
  forHost(host: string): string | undefined {
    const text = sanitizeLine(host);
    const [, name] = /^([\w.-]+)(?::\d+)?$/.exec(text) ?? [];
    const problem = `A request got 400, because the host ${text} is not allowed.`;
    return this.#once(
      name === undefined ? problem : `${problem} To allow it, start with --allow-host ${name}.`,
    );
  }

  #once(text: string): string | undefined {
    if (this.#printed.has(text) || this.#printed.size >= MAX_HINTS) return undefined;
    this.#printed.set(text, this.#now());
    return text;
  }

  #onceAMinute(text: string): string | undefined {
    const printedAt = this.#printed.get(text);
    if (printedAt !== undefined && this.#now() - printedAt >= REPEAT_AFTER_MS) this.#printed.delete(text);
    return this.#once(text);
  }
}
