/** Reads the two OpenAPI documents. Only the parts that Deckhand reads have types. */
import { join } from 'node:path';
import SwaggerParser from '@apidevtools/swagger-parser';
import { refName, type Schema, type SchemaObject } from './schema.js';

export const DOCUMENT_FILES = {
  presentation: 'openapi/presentation-generation.v1.yaml',
  control: 'openapi/control.v1.yaml',
} as const;

export interface Documents {
  readonly presentation: OpenApiDocument;
  readonly control: OpenApiDocument;
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** With references to other files resolved. */
export async function readDocuments(root: string): Promise<Documents> {
  const read = async (file: string) =>
    (await SwaggerParser.bundle(join(root, file))) as unknown as OpenApiDocument;
  return {
    presentation: await read(DOCUMENT_FILES.presentation),
    control: await read(DOCUMENT_FILES.control),
  };
}

/** Where a statement comes from (`x-source`), why it was chosen (`x-assumed`), or whom it advises (`x-guidance`). */
export interface Provenance {
  readonly description?: string;
  readonly 'x-source'?: string | readonly string[];
  readonly 'x-assumed'?: string | Readonly<Record<string, string>>;
  readonly 'x-guidance'?: string | readonly string[];
}

export interface ReferenceObject {
  readonly $ref: string;
}

export interface ExampleObject {
  readonly summary?: string;
  readonly value?: unknown;
}

export interface BodyObject extends Provenance {
  readonly required?: boolean;
  readonly content?: Readonly<
    Record<
      string,
      {
        readonly schema?: Schema;
        readonly examples?: Readonly<Record<string, ExampleObject | ReferenceObject>>;
      }
    >
  >;
  readonly headers?: Readonly<Record<string, Provenance | ReferenceObject>>;
}

export interface ParameterObject extends Provenance {
  readonly name: string;
  readonly in: string;
  readonly schema: Schema;
}

export interface OperationObject extends Provenance {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters?: readonly (ParameterObject | ReferenceObject)[];
  readonly requestBody?: BodyObject | ReferenceObject;
  readonly responses: Readonly<Record<string, BodyObject | ReferenceObject>>;
}

export interface OpenApiDocument extends Readonly<Record<string, unknown>> {
  readonly servers?: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, SchemaObject>>;
    readonly [kind: string]: Readonly<Record<string, unknown>>;
  };
}

/** The target of a reference within the document, with the fields beside the reference; another node as it is. */
export function resolveReference<T extends object>(document: OpenApiDocument, node: T | ReferenceObject): T {
  if (!('$ref' in node)) return node;
  const { $ref, ...beside } = node;
  const target = $ref
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], document);
  if (target === undefined) throw new Error(`The reference ${$ref} has no target`);
  return { ...resolveReference(document, target as T | ReferenceObject), ...beside };
}

/** All operations in the order of the document. */
export function listOperations(
  document: OpenApiDocument,
): { method: string; path: string; operation: OperationObject }[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([key]) => methods.includes(key))
      .map(([method, operation]) => ({ method, path, operation: operation as OperationObject })),
  );
}

/** The media type of a body, and the name of its schema. */
export function bodySchema(
  document: OpenApiDocument,
  body: BodyObject | ReferenceObject,
): { mediaType: string; schema: string } {
  const [first, second] = Object.entries(resolveReference(document, body).content ?? {});
  const schema = first?.[1].schema;
  if (!first || second || typeof schema !== 'object' || schema.$ref === undefined)
    throw new Error(
      `A body must have one media type with a component as its schema: ${JSON.stringify(body)}`,
    );
  return { mediaType: first[0], schema: refName(schema.$ref) };
}

/** Turns the value of an extension, one string or several, into a list. */
export function toList(value: string | readonly string[] | undefined): readonly string[] {
  return [value ?? []].flat();
}
