// Compiles component schemas to one JavaScript expression: a function (schema name, value) → faults.
import { mapValues, reachable, type Schema, type Schemas } from '../../document/schema.js';
import { bundled } from './bundle.js';
import { withReadableChoices } from './choices.js';
import { withTypedItems } from './unique-items.js';
import { compiledCode } from './compile.js';

/** @param roots the schemas that callers can use; unreachable schemas are left out */
export async function validatorExpression(schemas: Schemas, roots: readonly string[]): Promise<string> {
  const reached = reachable(schemas, roots).map((name): [string, Schema] => [name, schemas[name] ?? true]);
  const needed = Object.fromEntries(reached);
  const readable = mapValues(needed, (schema) => withTypedItems(withReadableChoices(schema, needed), needed));
  return bundled(compiledCode(readable, roots), roots);
}
