// The component schemas with a validator: all bodies of requests and responses, and parts that rules judge separately.
import { operations, resolve, type Body, type Document, type Reference } from '../document/document.js';
import { refName } from '../document/schema.js';

/** Schemas that are not the body of an operation. */
const parts = [
  'Presentation',
  'Template',
  'JobGenerating',
  'JobAwaitingInput',
  'JobCompleted',
  'JobFailed',
  'Progress',
  'Problem',
];

export interface ValidatedSchemas {
  readonly requests: readonly string[];
  readonly responses: readonly string[];
  /** Requests and responses, sorted. */
  readonly all: readonly string[];
}

export function validatedSchemas(document: Document): ValidatedSchemas {
  const requests = new Set<string>();
  const responses = new Set<string>(parts);
  for (const { operation } of operations(document)) {
    if (operation.requestBody) requests.add(bodySchema(document, operation.requestBody).schema);
    for (const response of Object.values(operation.responses)) {
      responses.add(bodySchema(document, response).schema);
    }
  }
  return {
    requests: [...requests],
    responses: [...responses],
    all: [...new Set([...requests, ...responses])].sort(),
  };
}

/** The media type of a body, and the name of its schema. */
export function bodySchema(
  document: Document,
  body: Body | Reference,
): { mediaType: string; schema: string } {
  const entries = Object.entries(resolve(document, body).content ?? {});
  const [first, second] = entries;
  const schema = first?.[1].schema;
  if (!first || second || typeof schema !== 'object' || schema.$ref === undefined) {
    throw new Error(
      `A body must have one media type with a component as its schema: ${JSON.stringify(body)}`,
    );
  }
  return { mediaType: first[0], schema: refName(schema.$ref) };
}
