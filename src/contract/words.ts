/** What a finding expected or got, in words. Everything else that it expected or got is a JSON value. */
import type { SchemaFault } from '../base/json-schema.js';

export class Words {
  constructor(readonly text: string) {}

  toJSON(): string {
    return this.text;
  }
}

/** For example `any 2xx`. */
export const inWords = (text: string): Words => new Words(text);

export const noSuchField = inWords('no such field');

/** The value of a field as a finding shows it. A field with null is there. */
export const shown = (value: unknown): unknown => (value === undefined ? noSuchField : value);

/** What a schema expected, as a finding shows it. */
export const expectedBy = ({ keyword, expected }: Pick<SchemaFault, 'keyword' | 'expected'>): Words =>
  inWords(keyword === 'required' ? 'a value' : expected);
