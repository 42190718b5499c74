/** What of an expectation is followed: the answer that was seen most, and a schema when there is one. */
import type { Schema } from '../shape/schema.js';
import type { Expected } from './expected.js';

/** @param context what the answer ends in, such as ` while generating` */
export function mostOf(expected: Expected | undefined, context = ''): string | undefined {
  return expected?.answers.find(([answer]) => answer.endsWith(context))?.[0];
}

/** An overlay without a schema leaves the assumption where it was. */
export function isSchema(schema: Schema | undefined): schema is Schema {
  return schema !== undefined && (schema.type !== undefined || schema.anyOf !== undefined);
}
