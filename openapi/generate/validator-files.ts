// validate-full.ts, validate-request.ts, validate-documented.ts and validate-scenario.ts, and the two files of types they
// share.
import { banner, typescriptFile, type GeneratedFile } from './generated-file.js';
import { files, schemas as schemasOf, type Documents } from './document.js';
import { documented } from './profile/documented.js';
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
/** Where a value differs from its schema. */
export interface SchemaFault {
  /** RFC 6901: the place in the value; of a missing or unknown field, the field's own. */
  pointer: string;
  /** The keyword of the schema that is not met. */
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
  const text = `${banner(files.presentation)}// @ts-nocheck: the long line is machine code; what is exported is typed.
import type { SchemaFault } from './schema-fault.js';
import type { ValidatedSchema } from './validated-schema.js';

export type { SchemaFault, ValidatedSchema };

const machine = /* @__PURE__ */ ${expression};

/** How the value differs from the schema: empty when it matches, at most 100 faults when it does not. */
export function validate(schema: ValidatedSchema, value: unknown): SchemaFault[] {
  return machine(schema, value);
}
`;
  return { path: `src/generated/${name}.ts`, text };
}

/** A part of the full profile by itself: all that a stand-in needs to answer, and a quarter of the whole. */
function requestFile(expression: string): GeneratedFile {
  const text = `${banner(files.presentation)}// @ts-nocheck: the long line is machine code; what is exported is typed.
import type { SchemaFault } from './schema-fault.js';
import type { RequestSchema } from './validated-schema.js';

const machine = /* @__PURE__ */ ${expression};

/** How a request's body differs from its schema: empty when it matches, at most 100 faults when it does not. */
export function validateRequest(schema: RequestSchema, value: unknown): SchemaFault[] {
  return machine(schema, value);
}
`;
  return { path: 'src/generated/validate-request.ts', text };
}

function scenarioFile(expression: string): GeneratedFile {
  const text = `${banner(files.control)}// @ts-nocheck: the long line is machine code; what is exported is typed.
import type { SchemaFault } from './schema-fault.js';

export type { SchemaFault };

const machine = /* @__PURE__ */ ${expression};

/** How the value differs from a scenario: empty when it is one, at most 100 faults when it is not. */
export function validateScenario(value: unknown): SchemaFault[] {
  return machine('Scenario', value);
}
`;
  return { path: 'src/generated/validate-scenario.ts', text };
}
