/** The documented part of the document, for types: documented schemas, responses without assumed statuses and bodies, and requests that are open where the interface names only some fields. */
import { operations, resolve, type Body, type Document, type Reference } from './document.js';
import { mapSubschemas, mapValues, type Schema, type SchemaObject } from './schema.js';
import { documented } from './documented.js';

/** A response without a documented status or body. */
const ANY_RESPONSE = {
  description: 'Any other response. The interface has no status codes and no bodies for errors (7).',
  content: { 'application/json': { schema: true } },
};

export function documentedDocument(document: Document): Document {
  const { schemas, responses: _, headers: __, ...components } = document.components;
  return {
    ...document,
    paths: mapValues(document.paths, (item) => mapValues(item, (part) => withResponses(document, part))),
    components: { ...components, schemas: openRequests(document, documented(schemas)) },
  };
}

function withResponses(document: Document, part: unknown): unknown {
  if (typeof part !== 'object' || part === null || !('responses' in part)) return part;
  const responses = part.responses as Readonly<Record<string, Body | Reference>>;
  const kept = Object.entries(responses).flatMap(([status, response]): [string, object][] => {
    const body = resolve<Body & { readonly description?: string }>(document, response);
    const { description, content, 'x-assumed': assumed } = body;
    if (/^2/.test(status)) {
      const schemas = content && mapValues(content, ({ schema }) => ({ schema }));
      return [[assumed === undefined ? status : '2XX', { description, content: schemas }]];
    }
    const isDocumented = assumed === undefined && status !== 'default';
    return isDocumented ? [[status, { ...ANY_RESPONSE, description }]] : [];
  });
  return { ...part, responses: { ...Object.fromEntries(kept), default: ANY_RESPONSE } };
}

/** The interface does not exclude further fields of a request (4.4, 4.7). */
function openRequests(
  document: Document,
  schemas: Readonly<Record<string, Schema>>,
): Document['components']['schemas'] {
  const bodies = operations(document).flatMap(({ operation }) => {
    const body = operation.requestBody && resolve<Body>(document, operation.requestBody);
    return Object.values(body?.content ?? {}).flatMap(({ schema }) => nameOf(schema) ?? []);
  });
  return mapValues(mapValues(schemas, withoutNotes), (schema, name) =>
    bodies.includes(name) && schema.properties ? { ...schema, additionalProperties: true } : schema,
  );
}

/** Removes the notes on assumed keywords, which are gone. A schema without a documented part stays as an empty one. */
function withoutNotes(schema: Schema): SchemaObject {
  if (typeof schema === 'boolean') return {};
  const { 'x-assumed': _, ...rest } = mapSubschemas(schema, (inner) =>
    typeof inner === 'boolean' ? inner : withoutNotes(inner),
  );
  return rest;
}

function nameOf(schema: Schema | undefined): string | undefined {
  return typeof schema === 'object' ? schema.$ref?.split('/').at(-1) : undefined;
}
