/** The parts of an expectation that Deckhand imitates: the most frequent answer, and the schema. */
import type { Schema } from '../shape/schema.js';
import type { Expected } from './expectations.js';

/** @param context the end of the answer, such as ` while generating` */
export function mostFrequent(expected: Expected | undefined, context = ''): string | undefined {
  return expected?.answers.find(([answer]) => answer.endsWith(context))?.[0];
}

/** Without a schema in the overlay, Deckhand keeps its default shape. */
export function isSchema(schema: Schema | undefined): schema is Schema {
  return schema !== undefined && (schema.type !== undefined || schema.anyOf !== undefined);
}
