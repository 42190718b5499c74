/** A copy of a recorded JSON value without its texts and ids: readable placeholders for texts, fillable ones for ids. */
import { isObject } from '../base/json.js';
import { basePath } from '../generated/routes.js';
import type { Anonymiser, TextKind } from './anonymiser.js';

/** The recorded ids of a job and a request, each with the placeholder that a scenario has for it. */
export type IdPlaceholders = readonly (readonly [id: string, placeholder: string])[];

/** Fields whose values are code words, such as `status: failed`. They reveal nothing. */
const CODE_FIELDS = new Set(['status', 'code', 'type', 'error_code', 'layout', 'kind', 'pointer']);
const CODE_WORD = /^[a-z/][a-z0-9_.:/-]{0,60}$/i;
const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d)$/;
/** Ids without a meaning outside their document, such as `s1`. */
const SMALL_ID = /^[a-z]{0,8}[-_]?\d{1,4}$/i;
const PATH = new RegExp(`^${basePath}/[\\w/.~%{}-]*$`);
const KINDS: Readonly<Record<string, TextKind>> = {
  message: 'Question',
  error: 'Error',
  current_step: 'Step',
  title: 'Title',
  bullets: 'Point',
};

/** @param name the name of the field with the value */
export function anonymised(value: unknown, ids: IdPlaceholders, names: Anonymiser, name = ''): unknown {
  return new Copy(ids, names).of(value, name, false);
}

class Copy {
  readonly #ids: IdPlaceholders;
  readonly #names: Anonymiser;

  constructor(ids: IdPlaceholders, names: Anonymiser) {
    this.#ids = ids;
    this.#names = names;
  }

  of(value: unknown, name: string, isInSection: boolean): unknown {
    if (typeof value === 'string')
      return this.#text(withPlaceholders(value, this.#ids), value, name, isInSection);
    if (Array.isArray(value))
      return value.map((item) => this.of(item, name, isInSection || name === 'sections'));
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([field, item]) => [field, this.of(item, field, isInSection)]),
    );
  }

  #text(text: string, recorded: string, name: string, isInSection: boolean): string {
    // A text that is only a placeholder, or the path of a resource, has nothing to hide.
    const isPlain = (text !== recorded && /^\{\w+\}$/.test(text)) || PATH.test(text);
    if (this.#names.keepsIds && name === 'url' && /^https?:\/\/[^\s?#]+$/.test(text)) return text;
    if (isPlain || TIME.test(text) || (CODE_FIELDS.has(name) && CODE_WORD.test(text))) return text;
    if (name === 'id' || name.endsWith('_id'))
      return this.#names.keepsIds || SMALL_ID.test(text) ? text : this.#names.text('Id', text);
    if (isInSection) return this.#names.text(name === 'title' ? 'Section' : 'Point', text);
    return this.#names.text(KINDS[name] ?? 'Text', text);
  }
}

function withPlaceholders(text: string, ids: IdPlaceholders): string {
  return ids.reduce((result, [id, placeholder]) => result.replaceAll(id, placeholder), text);
}
