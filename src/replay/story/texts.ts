/**
 * Replaces recorded texts by placeholders such as `Question 1`. The same text always has the same placeholder. Values that code
 * reads, such as addresses, ids, dates and statuses, stay valid.
 */
import { isObject } from '../../base/json.js';

export type TextKind = 'Question' | 'Error' | 'Step' | 'Title' | 'Section' | 'Point' | 'Text' | 'address';

/** Fields with code words, such as `status: failed`. */
const CODE_FIELDS = new Set(['status', 'code', 'type', 'error_code', 'layout', 'kind', 'pointer']);
const CODE_WORD = /^[a-z/][a-z0-9_.:/-]{0,60}$/i;
const ID = /^[\w.:-]{1,100}$/;
const TIME = /^\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:?\d\d)?)?$/;
const FIGURE = /^(?:#[0-9a-f]{3,8}|-?[\d.,]+(?:%|[a-z]{1,3})?)$/i;
const KINDS: Readonly<Record<string, TextKind>> = { title: 'Title', error: 'Error', bullets: 'Point' };

export class Texts {
  readonly #keeps: boolean;
  readonly #placeholders = new Map<string, string>();
  readonly #counts = new Map<TextKind, number>();

  /** @param keeps whether texts are kept unchanged */
  constructor(keeps: boolean) {
    this.#keeps = keeps;
  }

  of(kind: TextKind, text: string): string {
    if (this.#keeps || text === '') return text;
    const name = `${kind} ${text}`;
    const known = this.#placeholders.get(name);
    if (known !== undefined) return known;
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    const placeholder = `${kind} ${count}`;
    this.#placeholders.set(name, placeholder);
    return placeholder;
  }

  /** The text of a step. Its placeholders `{slide}`, `{done}` and `{slides}` stay, so that different texts stay different. */
  step(text: string): string {
    if (this.#keeps) return text;
    const figures = text.match(/\{(?:slide|done|slides)\}/g) ?? [];
    const step = this.of('Step', text);
    return figures.length > 0 ? `${step}: ${figures.join(' of ')}` : step;
  }

  /**
   * A copy of a JSON value.
   * @param name the name of the field with the value
   */
  value(value: unknown, name = ''): unknown {
    if (typeof value === 'string') return this.#string(value, name);
    if (Array.isArray(value)) return value.map((item) => this.value(item, name));
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([field, item]) => [field, this.value(item, field)]));
  }

  #string(text: string, name: string): string {
    if (this.#keeps || TIME.test(text) || FIGURE.test(text)) return text;
    if (CODE_FIELDS.has(name) && CODE_WORD.test(text)) return text;
    if (/(?:^|_)id$|Id$/.test(name) && ID.test(text)) return text;
    if (/^https?:\/\/\S+$/i.test(text)) return `https://example.com/${this.#part(text)}`;
    if (/^\/\S*$/.test(text)) return `/${this.#part(text)}`;
    return this.of(KINDS[name] ?? 'Text', text);
  }

  #part(address: string): string {
    return this.of('address', address).replace(' ', '-');
  }
}
