// Test support: a validator for a few schemas written in the test.
import type { SchemaFault } from '../../openapi/generate/runtime/fault.js';
import type { Schemas } from '../../openapi/generate/schema.js';
import { validatorExpression } from '../../openapi/generate/validator/expression.js';

/** Judges values by the schema of that name. */
export async function compiled(schemas: Schemas, name: string): Promise<(value: unknown) => SchemaFault[]> {
  const expression = await validatorExpression(schemas, [name]);
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the generated files are imported; this one is not a file
  const validate = new Function(`return ${expression}`)() as (
    schema: string,
    value: unknown,
  ) => SchemaFault[];
  return (value) => validate(name, value);
}

export const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
