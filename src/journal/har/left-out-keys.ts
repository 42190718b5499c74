/**
 * Tells a recording whose writer left out all headers that hold a key (browsers do, unless told otherwise) from one of
 * clients that sent none: in the former requests succeed. Its requests get a mark, so that nobody takes them for keyless.
 */
import { headerOf, type Exchange, type HeaderPairs } from '../exchange.js';
import { LEFT_OUT } from '../redact.js';

/** After so many exchanges it is plain. */
const TELLING = 500;

export class LeftOutKeys {
  /** Whether keys are left out; `undefined` until that is plain. */
  isSo: boolean | undefined;
  #early: Exchange[] = [];
  /** The marked lists of headers, by those without the mark: many requests share one. */
  readonly #lists = new WeakMap<HeaderPairs, HeaderPairs>();

  /** Returns the exchanges, marked where they have to be; the first ones late. */
  add(exchanges: readonly Exchange[]): readonly Exchange[] {
    if (this.isSo !== undefined) return this.#marked(exchanges);
    this.#early.push(...exchanges);
    return this.#early.length < TELLING ? [] : this.flush();
  }

  /** Nothing more comes. */
  flush(): readonly Exchange[] {
    const early = this.#early;
    this.#early = [];
    this.isSo ??= !early.some(hasKey) && early.some(({ response }) => response && isSuccess(response.status));
    return this.#marked(early);
  }

  #withMark(exchange: Exchange): Exchange {
    if (hasKey(exchange)) return exchange;
    const { request } = exchange;
    const headers = this.#lists.get(request.headers) ?? [...request.headers, ['authorization', LEFT_OUT]];
    this.#lists.set(request.headers, headers);
    return { ...exchange, request: { ...request, headers } };
  }

  #marked(exchanges: readonly Exchange[]): readonly Exchange[] {
    return this.isSo ? exchanges.map((exchange) => this.#withMark(exchange)) : exchanges;
  }
}

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

function hasKey({ request }: Exchange): boolean {
  return ['authorization', 'x-api-key'].some((name) => headerOf(request.headers, name) !== undefined);
}
