// Test support: compiles a validator for schemas in a test.
import type { SchemaFault } from '../../openapi/generate/runtime/fault.js';
import type { Schemas } from '../../openapi/document/schema.js';
import { validatorExpression } from '../../openapi/generate/validator/expression.js';

/** Returns a function that validates values with the schema `name`. */
export async function compiled(schemas: Schemas, name: string): Promise<(value: unknown) => SchemaFault[]> {
  const expression = await validatorExpression(schemas, [name]);
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the generator makes files; this validator is in memory
  const validate = new Function(`return ${expression}`)() as (
    schema: string,
    value: unknown,
  ) => SchemaFault[];
  return (value) => validate(name, value);
}

export const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
