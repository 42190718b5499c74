// Which component schemas get a validator: every body of a request or response, and the parts that rules judge alone.
import { operations, resolve, type Body, type Document, type Reference } from './document.js';
import { refName } from './schema.js';

/** Not the body of any operation, yet judged or built on their own. */
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
  /** All of them, sorted. */
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

/** The one media type of a body, and the component schema that describes it. */
export function bodySchema(
  document: Document,
  body: Body | Reference,
): { mediaType: string; schema: string } {
  const entries = Object.entries(resolve(document, body).content ?? {});
  const [first, second] = entries;
  const schema = first?.[1].schema;
  if (!first || second || typeof schema !== 'object' || schema.$ref === undefined) {
    throw new Error(`A body needs one media type, its schema a component: ${JSON.stringify(body)}`);
  }
  return { mediaType: first[0], schema: refName(schema.$ref) };
}
