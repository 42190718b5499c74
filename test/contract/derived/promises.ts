/** The promises of the contract document about response bodies: what it documents of each field, in each place. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { files, list, operations, resolve, type Body, type Document } from '../../../openapi/document.js';
import { documented } from '../../../openapi/generate/profiles.js';
import type { Schema, SchemaObject } from '../../../openapi/schema.js';
import type { Operation } from '../../mutants/plain-service/routes.js';

export interface FieldPromise {
  readonly operation: Operation;
  /** The status that the view must have for the promise to hold; undefined for other bodies. */
  readonly state: string | undefined;
  /** The names from the body to the field. */
  readonly path: readonly string[];
  readonly required: boolean;
  readonly schema: SchemaObject;
  /** The sections of the interface that make the promise. */
  readonly sections: readonly string[];
}

export interface OperationPromise {
  readonly operation: Operation;
  /** The documented status code of success; undefined if the interface has none. */
  readonly code: number | undefined;
  readonly sections: readonly string[];
  readonly fields: readonly FieldPromise[];
}

const root = join(import.meta.dirname, '../../..');
export const document = parse(readFileSync(join(root, files.presentation), 'utf8'), {
  merge: true,
}) as Document;
const schemas = documented(document.components.schemas);

export interface Lifecycle {
  readonly always: readonly string[];
  readonly states: Readonly<
    Record<string, { terminal: boolean; required: readonly string[]; optional: readonly string[] }>
  >;
  readonly grows: readonly string[];
}

const view = document.components.schemas['JobView'] as SchemaObject;
export const lifecycle = view['x-lifecycle'] as Lifecycle;

export const promises: readonly OperationPromise[] = operations(document).map(({ operation }) => {
  const id = operation.operationId as Operation;
  const [code, node] = successOf(operation.responses);
  const response = resolve<Body>(document, node);
  const isCodeAssumed = response['x-assumed'] !== undefined;
  const schema = response.content?.['application/json']?.schema;
  const sections = list(response['x-source']);
  return {
    operation: id,
    code: isCodeAssumed ? undefined : Number(code),
    sections: list(operation['x-source']),
    fields: schema === undefined ? [] : fieldsOfBody(id, schema, sections),
  };
});

function successOf(
  responses: Readonly<Record<string, Body | { $ref: string }>>,
): [string, Body | { $ref: string }] {
  const found = Object.entries(responses).find(([code]) => code.startsWith('2'));
  if (!found) throw new Error('Every operation of the document has a response of success.');
  return found;
}

function fieldsOfBody(
  operation: Operation,
  body: Schema,
  sections: readonly string[],
): readonly FieldPromise[] {
  const schema = objectOf(body);
  const mapping = (schema['discriminator'] as { mapping?: Record<string, string> } | undefined)?.mapping;
  if (!mapping) return fieldsOf({ operation, state: undefined, path: [], sections }, schema);
  return Object.entries(mapping).flatMap(([state, $ref]) =>
    fieldsOf({ operation, state, path: [], sections }, objectOf({ $ref })),
  );
}

type Place = Pick<FieldPromise, 'operation' | 'state' | 'path' | 'sections'>;

function fieldsOf(place: Place, schema: SchemaObject): readonly FieldPromise[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => {
    const field = objectOf(inner);
    const sources = [place.sections, list(schema['x-source'] as string), list(field['x-source'] as string)];
    const promise: FieldPromise = {
      ...place,
      path: [...place.path, name],
      required: schema.required?.includes(name) ?? false,
      schema: field,
      sections: [...new Set(sources.flat())],
    };
    return [promise, ...fieldsOf(promise, field)];
  });
}

/** The schema without references; an assumed one has no keywords. */
function objectOf(schema: Schema): SchemaObject {
  if (typeof schema === 'boolean') return {};
  if (schema.$ref === undefined) return schema;
  const target = schemas[schema.$ref.replace('#/components/schemas/', '')];
  if (target === undefined) throw new Error(`${schema.$ref} is not in the document.`);
  return objectOf(target);
}
