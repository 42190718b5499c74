/** Generates the validators: schemas as data, for src/base/json-schema.ts. */
import {
  bodySchema,
  DOCUMENT_FILES,
  listOperations,
  type BodyObject,
  type Documents,
  type ReferenceObject,
} from '../document.js';
import {
  mapSubschemas,
  mapValues,
  collectReachable,
  refName,
  type Schema,
  type SchemaObject,
  type Schemas,
} from '../schema.js';
import { typescriptFile, unionOfLiterals, type GeneratedFile } from './generated-file.js';
import { removeAssumptions, closeResponses } from './schema-profiles.js';

/** Schemas that rules check separately. They are not the body of an operation. */
const EXTRA_SCHEMAS = [
  'Presentation',
  'Template',
  'JobGenerating',
  'JobAwaitingInput',
  'JobCompleted',
  'JobFailed',
  'Progress',
  'Problem',
];

/** The keywords that src/base/json-schema.ts knows. */
const keywords = [
  ...['$ref', 'type', 'enum', 'const', 'allOf', 'oneOf', 'discriminator'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'multipleOf', 'minLength', 'maxLength', 'pattern'],
  ...['items', 'minItems', 'maxItems', 'uniqueItems'],
  ...['properties', 'required', 'additionalProperties', 'minProperties', 'maxProperties'],
];

const annotations = ['description', 'title', 'format', 'default', 'example', 'examples', 'deprecated'];

interface ValidatorOptions {
  readonly source: string;
  /** The type of the names of schemas, and the file that has it. Without it, there is one schema. */
  readonly type?: string;
  readonly from?: string;
}

interface Discriminator {
  readonly propertyName: string;
  readonly mapping: Readonly<Record<string, string>>;
}

export async function generateValidators({ presentation, control }: Documents): Promise<GeneratedFile[]> {
  const all = listOperations(presentation).map(({ operation }) => operation);
  const namesOf = (bodies: readonly (BodyObject | ReferenceObject)[]): string[] => [
    ...new Set(bodies.map((body) => bodySchema(presentation, body).schema)),
  ];
  const requests = namesOf(all.flatMap(({ requestBody }) => requestBody ?? []));
  const responses = [
    ...namesOf(all.flatMap((operation) => Object.values(operation.responses))),
    ...EXTRA_SCHEMAS,
  ];
  const validated = [...new Set([...requests, ...responses])].sort();
  const { schemas } = presentation.components;
  const fullSchemas = closeResponses(schemas, { requests, responses });
  const ofResponses = {
    source: DOCUMENT_FILES.presentation,
    type: 'ValidatedSchema',
    from: 'validated-schema',
  };
  const ofRequests = { ...ofResponses, type: 'RequestSchema' };
  const names = `export type ValidatedSchema = ${unionOfLiterals(validated)};

/** Those of requests. */
export type RequestSchema = ${unionOfLiterals(requests)};
`;
  return [
    await typescriptFile('validated-schema', DOCUMENT_FILES.presentation, names),
    await generateValidator('validate-full', ofResponses, fullSchemas, validated),
    await generateValidator('validate-documented', ofResponses, removeAssumptions(schemas), validated),
    // The mock server needs no others, and the file is a quarter of the size.
    await generateValidator('validate-request', ofRequests, fullSchemas, requests),
    await generateValidator(
      'validate-scenario',
      { source: DOCUMENT_FILES.control },
      control.components.schemas,
      ['Scenario'],
    ),
  ];
}

/** @param roots the schemas that callers can use; unreachable schemas are omitted */
export async function generateValidator(
  file: string,
  { source, type, from }: ValidatorOptions,
  schemas: Schemas,
  roots: readonly string[],
): Promise<GeneratedFile> {
  const reachable = collectReachable(schemas, roots).map((name): [string, Schema] => [
    name,
    schemas[name] ?? true,
  ]);
  const data = mapValues(Object.fromEntries(reachable), (schema, name) => toValidationSchema(schema, name));
  // The profiles have the same function.
  const name = type === 'ValidatedSchema' ? 'validate' : camelCase(file);
  const [parameters, schema] =
    type === undefined
      ? ['value: unknown', JSON.stringify(roots[0])]
      : [`schema: ${type}, value: unknown`, 'schema'];
  const body = `import { validateSchema, type JsonSchemas, type SchemaError } from '../base/json-schema.js';
${type === undefined ? '' : `import type { ${type} } from './${from}.js';`}

const schemas: JsonSchemas = ${JSON.stringify(data)};

/** Returns the differences between the value and the schema: none when it matches, and at most 100. */
export function ${name}(${parameters}): SchemaError[] {
  return validateSchema(schemas, ${schema}, value);
}
`;
  return typescriptFile(file, source, body);
}

const camelCase = (file: string): string =>
  file.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** @param description of the whole, for a part of `allOf` */
function toValidationSchema(schema: Schema, name: string, description?: string): Schema {
  if (typeof schema === 'boolean') return schema;
  const own = schema.description ?? description;
  const { oneOf, discriminator, ...rest } = schema;
  if (oneOf && !discriminator) assertDistinctBranches(oneOf, name);
  const inside = mapSubschemas(oneOf && discriminator ? rest : schema, (sub) =>
    toValidationSchema(sub, name, schema.allOf?.includes(sub) ? own : undefined),
  );
  const entries = Object.entries({
    ...inside,
    ...(discriminator !== undefined && { discriminator }),
  }).flatMap(([keyword, value]): [string, unknown][] => {
    if (keyword.startsWith('x-') || annotations.includes(keyword)) return [];
    if (!keywords.includes(keyword))
      throw new Error(`${name}: src/base/json-schema.ts does not know the keyword ${keyword}`);
    if (keyword === '$ref') return [[keyword, refName(value as string)]];
    return [[keyword, keyword === 'discriminator' ? toNamedMapping(value as Discriminator) : value]];
  });
  // The message about a pattern is the description.
  return Object.fromEntries([
    ...(own !== undefined && 'pattern' in schema ? [['description', own]] : []),
    ...entries,
  ]) as SchemaObject;
}

const toNamedMapping = ({ propertyName, mapping }: Discriminator): Discriminator => ({
  propertyName,
  mapping: mapValues(mapping, refName),
});

/** The JSON type of a value must select one branch. A reference has a type that is not checked here. */
function assertDistinctBranches(branches: readonly Schema[], name: string): void {
  const types = branches.map((branch) => (typeof branch === 'object' && (branch.type ?? branch.$ref)) || '');
  if (new Set(types).size < branches.length || types.includes('') || types.some(Array.isArray))
    throw new Error(`${name}: the branches of oneOf need different types, or a discriminator`);
}
