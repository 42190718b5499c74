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
    const index = this.#lists.findIndex((list) => isSame(list, headers));
    const list = this.#lists[index] ?? headersOf(headers);
    if (index === 0 || (index < 0 && lengthOf(list) > MAX_CHARACTERS)) return list;
    if (index > 0) this.#lists.splice(index, 1);
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
  return list.every(([header, written], index) => {
    const { name, value } = fieldsOf(headers[index]);
    return header === name && written === value;
  });
}

const lengthOf = (list: HeaderPairs): number =>
  list.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
