/** Shares equal lists of headers between exchanges, because a client sends the same headers with nearly every request. */
import type { HeaderPairs } from '../exchange.js';
import { fieldsOf, stringOf } from './fields.js';

/** The number of cached lists, and the length of the longest one. */
const MAX_LISTS = 20;
const MAX_CHARACTERS = 10_000;

export class HeaderListCache {
  /** The most recently used first. */
  readonly #lists: HeaderPairs[] = [];

  /**
   * @param headers the `headers` of a HAR request
   * @returns an equal list from the cache, if there is one
   */
  get(headers: unknown): HeaderPairs {
    const place = this.#lists.findIndex((list) => isSame(list, headers));
    const list = this.#lists[place] ?? headersOf(headers);
    if (place === 0 || (place < 0 && lengthOf(list) > MAX_CHARACTERS)) return list;
    if (place > 0) this.#lists.splice(place, 1);
    else if (this.#lists.length >= MAX_LISTS) this.#lists.pop();
    this.#lists.unshift(list);
    return list;
  }
}

export function headersOf(headers: unknown): HeaderPairs {
  if (!Array.isArray(headers)) return [];
  return headers.map((header: unknown) => {
    const { name, value } = fieldsOf(header);
    return [stringOf(name), stringOf(value)];
  });
}

/** Whether HAR headers are equal to a list, in the same order. */
function isSame(list: HeaderPairs, headers: unknown): boolean {
  if (!Array.isArray(headers) || headers.length !== list.length) return false;
  return list.every(([header, written], place) => {
    const { name, value } = fieldsOf(headers[place]);
    return header === name && written === value;
  });
}

const lengthOf = (list: HeaderPairs): number =>
  list.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
