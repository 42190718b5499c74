/** Lists of headers, of which those that are the same are held once: a client sends the same with nearly every request. */
import type { HeaderPairs } from '../exchange.js';
import { field, textOf } from './fields.js';

/** So many different lists are remembered, and none with more characters. */
const MOST_KNOWN = 200;
const LONGEST_KNOWN = 10_000;

export class HeaderLists {
  readonly #known = new Map<string, HeaderPairs>();

  /** @param headers as HAR has them */
  listOf(headers: unknown): HeaderPairs {
    const pairs = headersOf(headers);
    let name = '';
    for (const [header, value] of pairs) name += `${header.length} ${header}${value.length} ${value}`;
    if (name.length > LONGEST_KNOWN) return pairs;
    const known = this.#known.get(name);
    if (known) return known;
    if (this.#known.size >= MOST_KNOWN) this.#known.clear();
    this.#known.set(name, pairs);
    return pairs;
  }
}

export function headersOf(headers: unknown): HeaderPairs {
  if (!Array.isArray(headers)) return [];
  return headers.map((header: unknown) => [textOf(field(header, 'name')), textOf(field(header, 'value'))]);
}
