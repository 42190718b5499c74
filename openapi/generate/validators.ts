// The validators: schemas as data, for src/base/json-schema.ts.
import { bodySchema, files, operations, type Body, type Documents, type Reference } from '../document.js';
import {
  mapSubschemas,
  mapValues,
  reachable,
  refName,
  type Schema,
  type SchemaObject,
  type Schemas,
} from '../schema.js';
import { typescriptFile, union, type GeneratedFile } from './generated-file.js';
import { documented, full } from './profiles.js';

/** Schemas that rules judge separately. They are not the body of an operation. */
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

export async function validatorFiles({ presentation, control }: Documents): Promise<GeneratedFile[]> {
  const all = operations(presentation).map(({ operation }) => operation);
  const namesOf = (bodies: readonly (Body | Reference)[]): string[] => [
    ...new Set(bodies.map((body) => bodySchema(presentation, body).schema)),
  ];
  const requests = namesOf(all.flatMap(({ requestBody }) => requestBody ?? []));
  const responses = [...namesOf(all.flatMap((operation) => Object.values(operation.responses))), ...parts];
  const validated = [...new Set([...requests, ...responses])].sort();
  const { schemas } = presentation.components;
  const fullSchemas = full(schemas, { requests, responses });
  const ofResponses = { source: files.presentation, type: 'ValidatedSchema', from: 'validated-schema' };
  const ofRequests = { ...ofResponses, type: 'RequestSchema' };
  const names = `export type ValidatedSchema = ${union(validated)};

/** Those of requests. */
export type RequestSchema = ${union(requests)};
`;
  return [
    await typescriptFile('validated-schema', files.presentation, names),
    await validatorFile('validate-full', ofResponses, fullSchemas, validated),
    await validatorFile('validate-documented', ofResponses, documented(schemas), validated),
    // The mock server needs no others, and the file is a quarter of the size.
    await validatorFile('validate-request', ofRequests, fullSchemas, requests),
    await validatorFile('validate-scenario', { source: files.control }, control.components.schemas, [
      'Scenario',
    ]),
  ];
}

interface Traits {
  readonly source: string;
  /** The type of the names of schemas, and the file that has it. Without it, there is one schema. */
  readonly type?: string;
  readonly from?: string;
}

/** @param roots the schemas that callers can use; unreachable schemas are left out */
export async function validatorFile(
  file: string,
  { source, type, from }: Traits,
  schemas: Schemas,
  roots: readonly string[],
): Promise<GeneratedFile> {
  const reached = reachable(schemas, roots).map((name): [string, Schema] => [name, schemas[name] ?? true]);
  const data = mapValues(Object.fromEntries(reached), (schema, name) => forValidation(schema, name));
  // The profiles have the same function.
  const name = type === 'ValidatedSchema' ? 'validate' : camelCase(file);
  const [parameters, schema] =
    type === undefined
      ? ['value: unknown', JSON.stringify(roots[0])]
      : [`schema: ${type}, value: unknown`, 'schema'];
  const body = `import { schemaFaults, type JsonSchemas, type SchemaFault } from '../base/json-schema.js';
${type === undefined ? '' : `import type { ${type} } from './${from}.js';`}

const schemas: JsonSchemas = ${JSON.stringify(data)};

/** Returns the differences between the value and the schema: none when it matches, and at most 100. */
export function ${name}(${parameters}): SchemaFault[] {
  return schemaFaults(schemas, ${schema}, value);
}
`;
  return typescriptFile(file, source, body);
}

const camelCase = (file: string): string =>
  file.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The keywords that src/base/json-schema.ts knows. */
const keywords = [
  ...['$ref', 'type', 'enum', 'const', 'allOf', 'oneOf', 'discriminator'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'multipleOf', 'minLength', 'maxLength', 'pattern'],
  ...['items', 'minItems', 'maxItems', 'uniqueItems'],
  ...['properties', 'required', 'additionalProperties', 'minProperties', 'maxProperties'],
];

const annotations = ['description', 'title', 'format', 'default', 'example', 'examples', 'deprecated'];

/** @param description of the whole, for a part of `allOf` */
function forValidation(schema: Schema, name: string, description?: string): Schema {
  if (typeof schema === 'boolean') return schema;
  const own = schema.description ?? description;
  const { oneOf, discriminator, ...rest } = schema;
  if (oneOf && !discriminator) refuseUnclear(oneOf, name);
  const inside = mapSubschemas(oneOf && discriminator ? rest : schema, (sub) =>
    forValidation(sub, name, schema.allOf?.includes(sub) ? own : undefined),
  );
  const entries = Object.entries({
    ...inside,
    ...(discriminator !== undefined && { discriminator }),
  }).flatMap(([keyword, value]): [string, unknown][] => {
    if (keyword.startsWith('x-') || annotations.includes(keyword)) return [];
    if (!keywords.includes(keyword))
      throw new Error(`${name}: src/base/json-schema.ts does not know the keyword ${keyword}`);
    if (keyword === '$ref') return [[keyword, refName(value as string)]];
    return [[keyword, keyword === 'discriminator' ? withNames(value as Discriminator) : value]];
  });
  // The message about a pattern is the description.
  return Object.fromEntries([
    ...(own !== undefined && 'pattern' in schema ? [['description', own]] : []),
    ...entries,
  ]) as SchemaObject;
}

interface Discriminator {
  readonly propertyName: string;
  readonly mapping: Readonly<Record<string, string>>;
}

const withNames = ({ propertyName, mapping }: Discriminator): Discriminator => ({
  propertyName,
  mapping: mapValues(mapping, refName),
});

/** The JSON type of a value must select one branch. A reference has a type that is not checked here. */
function refuseUnclear(branches: readonly Schema[], name: string): void {
  const types = branches.map((branch) => (typeof branch === 'object' && (branch.type ?? branch.$ref)) || '');
  if (new Set(types).size < branches.length || types.includes('') || types.some(Array.isArray))
    throw new Error(`${name}: the branches of oneOf need different types, or a discriminator`);
}
