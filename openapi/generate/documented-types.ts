/** Reduces the public document to its documented part, for types: assumed statuses and bodies are removed, and requests are open. */
import {
  listOperations,
  resolveReference,
  type BodyObject,
  type OpenApiDocument,
  type ReferenceObject,
} from '../document.js';
import { mapSubschemas, mapValues, refName, type Schema, type SchemaObject } from '../schema.js';
import { removeAssumptions } from './schema-profiles.js';

/** A response without a documented status or body. */
const ANY_RESPONSE = {
  description: 'Any other response. The spec has no status codes and no bodies for errors (7).',
  content: { 'application/json': { schema: true } },
};

export function toDocumentedDocument(document: OpenApiDocument): OpenApiDocument {
  const { schemas, responses: _, headers: __, ...components } = document.components;
  const requests = listOperations(document).flatMap(({ operation: { requestBody } }) =>
    Object.values(requestBody ? (resolveReference(document, requestBody).content ?? {}) : {}).flatMap(
      ({ schema }) => (typeof schema === 'object' && schema.$ref ? refName(schema.$ref) : []),
    ),
  );
  return {
    ...document,
    paths: mapValues(document.paths, (item) =>
      mapValues(item, (part) => keepDocumentedResponses(document, part)),
    ),
    components: {
      ...components,
      // The spec does not exclude further fields of a request (4.4, 4.7).
      schemas: mapValues(mapValues(removeAssumptions(schemas), removeAssumptionReasons), (schema, name) =>
        requests.includes(name) && schema.properties ? { ...schema, additionalProperties: true } : schema,
      ),
    },
  };
}

function keepDocumentedResponses(document: OpenApiDocument, part: unknown): unknown {
  if (typeof part !== 'object' || part === null || !('responses' in part)) return part;
  const responses = part.responses as Readonly<Record<string, BodyObject | ReferenceObject>>;
  const kept = Object.entries(responses).flatMap(([status, response]): [string, object][] => {
    const { description, content, 'x-assumed': assumed } = resolveReference(document, response);
    if (status.startsWith('2')) {
      const schemas = content && mapValues(content, ({ schema }) => ({ schema }));
      return [[assumed === undefined ? status : '2XX', { description, content: schemas }]];
    }
    const isDocumented = assumed === undefined && status !== 'default';
    return isDocumented ? [[status, { ...ANY_RESPONSE, description }]] : [];
  });
  return { ...part, responses: { ...Object.fromEntries(kept), default: ANY_RESPONSE } };
}

/** Removes the reasons of assumed keywords, which were removed. A schema without a documented part becomes an empty one. */
function removeAssumptionReasons(schema: Schema): SchemaObject {
  if (typeof schema === 'boolean') return {};
  const { 'x-assumed': _, ...rest } = mapSubschemas(schema, (inner) =>
    typeof inner === 'boolean' ? inner : removeAssumptionReasons(inner),
  );
  return rest;
}
