// The two documents as data: read, with every reference to another file brought in. Only the parts that the generator
// looks at are typed; whether a document is well-formed is the lint's business, not ours.
import { join } from 'node:path';
import SwaggerParser from '@apidevtools/swagger-parser';
import type { Schema, SchemaObject, Schemas } from './schema.js';

export interface Marks {
  readonly 'x-source'?: string | readonly string[];
  readonly 'x-assumed'?: string | Readonly<Record<string, string>>;
  readonly 'x-guidance'?: string | readonly string[];
}

export interface Reference {
  readonly $ref: string;
}

export interface MediaType {
  readonly schema?: Schema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, unknown>>;
}

export interface Body extends Marks {
  readonly content?: Readonly<Record<string, MediaType>>;
  readonly headers?: Readonly<Record<string, unknown>>;
}

export interface Operation extends Marks {
  readonly operationId: string;
  readonly parameters?: readonly unknown[];
  readonly requestBody?: Body | Reference;
  readonly responses: Readonly<Record<string, Body | Reference>>;
}

export interface Document extends Readonly<Record<string, unknown>> {
  readonly servers?: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, SchemaObject>>;
    readonly [kind: string]: Readonly<Record<string, unknown>>;
  };
}

export interface Documents {
  readonly presentation: Document;
  readonly control: Document;
}

export const files = {
  presentation: 'openapi/presentation-generation.v1.yaml',
  control: 'openapi/control.v1.yaml',
} as const;

export async function readDocuments(root: string): Promise<Documents> {
  const read = async (file: string) => (await SwaggerParser.bundle(join(root, file))) as unknown as Document;
  return { presentation: await read(files.presentation), control: await read(files.control) };
}

/** What a reference within the document points to, or the thing itself. */
export function resolve<T extends object>(document: Document, thing: T | Reference): T {
  if (!('$ref' in thing)) return thing;
  const steps = thing.$ref.replace(/^#\//, '').split('/');
  let found: unknown = document;
  for (const step of steps) {
    found = (found as Record<string, unknown> | undefined)?.[
      step.replaceAll('~1', '/').replaceAll('~0', '~')
    ];
  }
  if (found === undefined) throw new Error(`Nothing is at ${thing.$ref}`);
  return found as T;
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** Every operation with its method and path, in the order of the document. */
export function operations(document: Document): { method: string; path: string; operation: Operation }[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([key]) => methods.includes(key))
      .map(([method, operation]) => ({ method, path, operation: operation as Operation })),
  );
}

/** A mark that takes one value or a list, as a list. */
export function list(mark: string | readonly string[] | undefined): readonly string[] {
  return mark === undefined ? [] : typeof mark === 'string' ? [mark] : mark;
}

export function schemas(document: Document): Schemas {
  return document.components.schemas;
}
