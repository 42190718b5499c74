/** The requirements of the OpenAPI document for each operation and each field of a response body. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import {
  DOCUMENT_FILES,
  toList,
  listOperations,
  resolveReference,
  type BodyObject,
  type OpenApiDocument,
} from '../../../openapi/document.js';
import { removeAssumptions } from '../../../openapi/generate/schema-profiles.js';
import type { Schema, SchemaObject } from '../../../openapi/schema.js';
import type { Operation } from '../../reference-service/routes.js';

export interface FieldRequirement {
  readonly operation: Operation;
  /** The job status for which the requirement holds; `undefined` for other bodies. */
  readonly state: string | undefined;
  /** The names from the body to the field. */
  readonly path: readonly string[];
  readonly required: boolean;
  readonly schema: SchemaObject;
  /** The sections of the spec with the requirement. */
  readonly sections: readonly string[];
}

export interface OperationRequirement {
  readonly operation: Operation;
  /** The documented status code of success; `undefined` if the spec has none. */
  readonly code: number | undefined;
  readonly sections: readonly string[];
  readonly fields: readonly FieldRequirement[];
}

const root = join(import.meta.dirname, '../../..');
export const document = parse(readFileSync(join(root, DOCUMENT_FILES.presentation), 'utf8'), {
  merge: true,
}) as OpenApiDocument;
const schemas = removeAssumptions(document.components.schemas);

export interface Lifecycle {
  readonly always: readonly string[];
  readonly states: Readonly<
    Record<string, { terminal: boolean; required: readonly string[]; optional: readonly string[] }>
  >;
  readonly grows: readonly string[];
}

const view = document.components.schemas['JobView'] as SchemaObject;
export const lifecycle = view['x-lifecycle'] as Lifecycle;

export const requirements: readonly OperationRequirement[] = listOperations(document).map(({ operation }) => {
  const id = operation.operationId as Operation;
  const [code, node] = getSuccessResponse(operation.responses);
  const response = resolveReference<BodyObject>(document, node);
  const isCodeAssumed = response['x-assumed'] !== undefined;
  const schema = response.content?.['application/json']?.schema;
  const sections = toList(response['x-source']);
  return {
    operation: id,
    code: isCodeAssumed ? undefined : Number(code),
    sections: toList(operation['x-source']),
    fields: schema === undefined ? [] : getBodyFields(id, schema, sections),
  };
});

function getSuccessResponse(
  responses: Readonly<Record<string, BodyObject | { $ref: string }>>,
): [string, BodyObject | { $ref: string }] {
  const success = Object.entries(responses).find(([code]) => code.startsWith('2'));
  if (!success) throw new Error('An operation of the document has no successful response.');
  return success;
}

function getBodyFields(
  operation: Operation,
  body: Schema,
  sections: readonly string[],
): readonly FieldRequirement[] {
  const schema = resolveObject(body);
  const mapping = (schema['discriminator'] as { mapping?: Record<string, string> } | undefined)?.mapping;
  if (!mapping) return getFields({ operation, state: undefined, path: [], sections }, schema);
  return Object.entries(mapping).flatMap(([state, $ref]) =>
    getFields({ operation, state, path: [], sections }, resolveObject({ $ref })),
  );
}

type Place = Pick<FieldRequirement, 'operation' | 'state' | 'path' | 'sections'>;

function getFields(place: Place, schema: SchemaObject): readonly FieldRequirement[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => {
    const field = resolveObject(inner);
    const sources = [
      place.sections,
      toList(schema['x-source'] as string),
      toList(field['x-source'] as string),
    ];
    const requirement: FieldRequirement = {
      ...place,
      path: [...place.path, name],
      required: schema.required?.includes(name) ?? false,
      schema: field,
      sections: [...new Set(sources.flat())],
    };
    return [requirement, ...getFields(requirement, field)];
  });
}

/** The schema without references; an assumed one has no keywords. */
function resolveObject(schema: Schema): SchemaObject {
  if (typeof schema === 'boolean') return {};
  if (schema.$ref === undefined) return schema;
  const target = schemas[schema.$ref.replace('#/components/schemas/', '')];
  if (target === undefined) throw new Error(`${schema.$ref} is not in the document.`);
  return resolveObject(target);
}
