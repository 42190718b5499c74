/**
 * The contract document as other tools need it. Judges get the documented part only, so that they cannot accuse a service that
 * chooses otherwise where the interface is silent. It is derived at each run, so it cannot become old.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Document } from '../../openapi/document/document.js';
import { documentedDocument } from '../../openapi/document/documented-document.js';

export const CONTRACT = join(import.meta.dirname, '../../openapi/presentation-generation.v1.yaml');

type Json = Readonly<Record<string, unknown>>;

/** Operations whose bodies the interface describes, so that any response but a success to a right request is a finding. */
const DESCRIBED = [
  'listTemplates',
  'getPresentation',
  'updatePresentation',
  'startGeneration',
  'getGenerationStatus',
];

/** Where the interface has no status. Several tools do not read the range `2XX`. */
const SUCCESSES = ['200', '201', '202', '203', '204'];

/**
 * OpenAPI 3.1, documented statements only, for a service at this address.
 * @param closed for tools that see right requests only: a refusal by an operation with a documented body is a finding
 */
export function documentFor(baseUrl: string, closed = false): Json {
  const contract = parse(readFileSync(CONTRACT, 'utf8')) as Document;
  const { components, paths, ...rest } = plain(documentedDocument(contract)) as Document;
  return {
    ...rest,
    servers: [{ url: baseUrl }],
    paths: mapOperations(paths, (operation) => withStatuses(operation, closed)),
    components: { ...components, headers: undefined, responses: undefined },
  };
}

/**
 * The same as OpenAPI 3.0, for tools that do not read 3.1: `const` as an `enum`, and one status for each success, with an
 * example of each request.
 */
export function olderDocumentFor(baseUrl: string): Json {
  const assumed = plain(parse(readFileSync(CONTRACT, 'utf8'))) as Document;
  const older = older30({
    ...documentFor(baseUrl),
    openapi: '3.0.3',
    info: { title: 'Presentations', version: 'v1' },
  });
  const paths = mapOperations((older as Document).paths, (operation) => {
    const { responses = {}, operationId } = operation as { responses?: Json; operationId?: string };
    const statuses = statusesOf(assumed, String(operationId));
    const success = statuses.find((status) => status.startsWith('2')) ?? '200';
    const body = responses[success] as Json | undefined;
    // It cannot read `oneOf`: hooks poll a completed job.
    const view = { schema: { $ref: '#/components/schemas/JobCompleted' } };
    const read =
      operationId === 'getGenerationStatus' ? { ...body, content: { 'application/json': view } } : body;
    return { ...operation, responses: { [success]: read } };
  });
  return { ...older, paths };
}

function statusesOf({ paths }: Document, id: string): readonly string[] {
  for (const item of Object.values(paths))
    for (const operation of Object.values(item) as { operationId?: string; responses?: Json }[])
      if (operation.operationId === id) return Object.keys(operation.responses ?? {});
  return [];
}

function mapOperations(paths: Document['paths'], change: (operation: Json) => Json): Document['paths'] {
  const entries = Object.entries(paths).map(([path, item]) => [
    path,
    Object.fromEntries(
      Object.entries(item).map(([name, part]) => [name, name === 'parameters' ? part : change(part as Json)]),
    ),
  ]);
  return Object.fromEntries(entries) as Document['paths'];
}

function withStatuses(operation: Json, closed: boolean): Json {
  const { default: any, '2XX': success, ...responses } = operation['responses'] as Json;
  const open = closed && DESCRIBED.includes(String(operation['operationId'])) ? {} : { default: any };
  const successes =
    success === undefined ? {} : Object.fromEntries(SUCCESSES.map((status) => [status, success]));
  return { ...operation, responses: { ...successes, ...responses, ...open } };
}

/** Without extensions, and without schemas that are `true`, which some tools do not read. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value)
    .filter(([name]) => !name.startsWith('x-') || name === 'x-api-key')
    .filter(([name, part]) => !(name === 'allOf' && Array.isArray(part) && part.every(isOpen)))
    .map(([name, part]) => [name, name === 'schema' && part === true ? {} : plain(part)]);
  return Object.fromEntries(kept);
}

const isOpen = (schema: unknown): boolean =>
  schema === true || (typeof schema === 'object' && schema !== null && Object.keys(schema).length === 0);

function older30(value: unknown): Json {
  const convert = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(convert);
    if (typeof part !== 'object' || part === null) return part;
    const { const: constant, exclusiveMinimum, ...rest } = part as Json;
    return {
      ...Object.fromEntries(Object.entries(rest).map(([name, inner]) => [name, convert(inner)])),
      ...(typeof constant === 'string' && { enum: [constant] }),
      ...(typeof exclusiveMinimum === 'number' && { minimum: exclusiveMinimum, exclusiveMinimum: true }),
    };
  };
  return convert(value) as Json;
}
