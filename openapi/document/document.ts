/** An OpenAPI document as a value. Only the parts that Deckhand reads have types. */
import type { Schema, SchemaObject, Schemas } from './schema.js';

export interface SourceExtensions {
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

export interface Body extends SourceExtensions {
  readonly content?: Readonly<Record<string, MediaType>>;
  readonly headers?: Readonly<Record<string, unknown>>;
}

export interface Operation extends SourceExtensions {
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

/** Returns the target of a reference within the document, or the node itself if it is not a reference. */
export function resolve<T extends object>(document: Document, node: T | Reference): T {
  if (!('$ref' in node)) return node;
  const steps = node.$ref.replace(/^#\//, '').split('/');
  let found: unknown = document;
  for (const step of steps) {
    found = (found as Record<string, unknown> | undefined)?.[
      step.replaceAll('~1', '/').replaceAll('~0', '~')
    ];
  }
  if (found === undefined) throw new Error(`The reference ${node.$ref} has no target`);
  return found as T;
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** All operations in the order of the document. */
export function operations(document: Document): { method: string; path: string; operation: Operation }[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([key]) => methods.includes(key))
      .map(([method, operation]) => ({ method, path, operation: operation as Operation })),
  );
}

/** Turns the value of an extension, one string or several, into a list. */
export function list(value: string | readonly string[] | undefined): readonly string[] {
  return value === undefined ? [] : typeof value === 'string' ? [value] : value;
}

export function schemas(document: Document): Schemas {
  return document.components.schemas;
}
