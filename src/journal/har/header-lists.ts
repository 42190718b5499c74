/** Lists of headers, of which those that are the same are held once: a client sends the same with nearly every request. */
import type { HeaderPairs } from '../exchange.js';
import { fieldsOf, textOf } from './fields.js';

/** So many different lists are remembered, and none with more characters. */
const MOST_KNOWN = 20;
const LONGEST_KNOWN = 10_000;

export class HeaderLists {
  /** The one that was met last comes first. */
  readonly #known: HeaderPairs[] = [];

  /** @param headers as HAR has them */
  listOf(headers: unknown): HeaderPairs {
    const place = this.#known.findIndex((list) => isListOf(list, headers));
    const list = this.#known[place] ?? headersOf(headers);
    if (place === 0 || (place < 0 && lengthOf(list) > LONGEST_KNOWN)) return list;
    if (place > 0) this.#known.splice(place, 1);
    else if (this.#known.length >= MOST_KNOWN) this.#known.pop();
    this.#known.unshift(list);
    return list;
  }
}

export function headersOf(headers: unknown): HeaderPairs {
  if (!Array.isArray(headers)) return [];
  return headers.map((header: unknown) => {
    const { name, value } = fieldsOf(header);
    return [textOf(name), textOf(value)];
  });
}

/** Whether these headers, as HAR has them, are the ones of the list. */
function isListOf(list: HeaderPairs, headers: unknown): boolean {
  if (!Array.isArray(headers) || headers.length !== list.length) return false;
  return list.every(([header, written], place) => {
    const { name, value } = fieldsOf(headers[place]);
    return header === name && written === value;
  });
}

const lengthOf = (list: HeaderPairs): number =>
  list.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
