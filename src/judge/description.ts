/** A text in `expected` or `actual`. All other values there are JSON. */
import type { SchemaError } from '../base/json-schema.js';

export class Description {
  constructor(readonly text: string) {}

  toJSON(): string {
    return this.text;
  }
}

/** For example `any 2xx`. */
export const description = (text: string): Description => new Description(text);

export const MISSING_FIELD = description('no such field');

/** The value of a field for a finding. A field with null is not missing. */
export const valueOrMissing = (value: unknown): unknown => (value === undefined ? MISSING_FIELD : value);

/** What a schema expects, for a finding. */
export const expectedBySchema = ({ keyword, detail }: Pick<SchemaError, 'keyword' | 'detail'>): Description =>
  description(keyword === 'required' ? 'a value' : detail);
