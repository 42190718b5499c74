// validate-full.ts, validate-request.ts, validate-documented.ts and validate-scenario.ts, and two files with their types.
import { banner, typescriptFile, type GeneratedFile } from './generated-file.js';
import { files, type Documents } from './document.js';
import { schemas as schemasOf } from '../document/document.js';
import { documented } from '../document/documented.js';
import { full } from './profile/full.js';
import { validatedSchemas, type ValidatedSchemas } from './validated-schemas.js';
import { validatorExpression } from './validator/expression.js';

export async function validatorFiles({ presentation, control }: Documents): Promise<GeneratedFile[]> {
  const validated = validatedSchemas(presentation);
  const schemas = schemasOf(presentation);
  const fullSchemas = full(schemas, validated);
  return [
    await typescriptFile('schema-fault', files.presentation, schemaFault),
    await typescriptFile('validated-schema', files.presentation, schemaNames(validated)),
    profileFile('validate-full', await validatorExpression(fullSchemas, validated.all)),
    requestFile(await validatorExpression(fullSchemas, validated.requests)),
    profileFile('validate-documented', await validatorExpression(documented(schemas), validated.all)),
    scenarioFile(await validatorExpression(schemasOf(control), ['Scenario'])),
  ];
}

const schemaFault = `
/** A difference between a value and its schema. */
export interface SchemaFault {
  /** The place in the value (RFC 6901). A missing or unknown field has its own pointer. */
  pointer: string;
  /** The keyword of the schema. */
  keyword: string;
  /** What was expected there, such as "must be a string" or "is required". */
  expected: string;
}`;

function schemaNames({ requests, all }: ValidatedSchemas): string {
  const union = (names: readonly string[]) => names.map((name) => `'${name}'`).join(' | ');
  return `
export type ValidatedSchema = ${union(all)};

/** Those of requests. */
export type RequestSchema = ${union(requests)};`;
}

function profileFile(name: string, expression: string): GeneratedFile {
  const text = `${banner(files.presentation)}// @ts-nocheck: the long line is generated code; the exports have types.
import type { SchemaFault } from './schema-fault.js';
import type { ValidatedSchema } from './validated-schema.js';

export type { SchemaFault, ValidatedSchema };

const validateCompiled = /* @__PURE__ */ ${expression};

/** Returns the differences between the value and the schema: none when it matches, and at most 100. */
export function validate(schema: ValidatedSchema, value: unknown): SchemaFault[] {
  return validateCompiled(schema, value);
}
`;
  return { path: `src/generated/${name}.ts`, text };
}

/** The request schemas of the full profile. The mock server needs no others, and the file is a quarter of the size. */
function requestFile(expression: string): GeneratedFile {
  const text = `${banner(files.presentation)}// @ts-nocheck: the long line is generated code; the exports have types.
import type { SchemaFault } from './schema-fault.js';
import type { RequestSchema } from './validated-schema.js';

const validateCompiled = /* @__PURE__ */ ${expression};

/** Returns the differences between a request body and its schema: none when it matches, and at most 100. */
export function validateRequest(schema: RequestSchema, value: unknown): SchemaFault[] {
  return validateCompiled(schema, value);
}
`;
  return { path: 'src/generated/validate-request.ts', text };
}

function scenarioFile(expression: string): GeneratedFile {
  const text = `${banner(files.control)}// @ts-nocheck: the long line is generated code; the exports have types.
import type { SchemaFault } from './schema-fault.js';

export type { SchemaFault };

const validateCompiled = /* @__PURE__ */ ${expression};

/** Returns the differences between the value and the scenario schema: none when it matches, and at most 100. */
export function validateScenario(value: unknown): SchemaFault[] {
  return validateCompiled('Scenario', value);
}
`;
  return { path: 'src/generated/validate-scenario.ts', text };
}
