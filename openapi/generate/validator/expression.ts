// Component schemas to one self-contained JavaScript expression: a function (schema name, value) → faults.
import { mapValues, reachable, type Schema, type Schemas } from '../schema.js';
import { bundled } from './bundle.js';
import { withReadableChoices } from './choices.js';
import { withComparableEntries } from './entries.js';
import { machineCode } from './machine.js';

/** `roots` are the schemas that can be asked for; what they do not reach is left out. */
export async function validatorExpression(schemas: Schemas, roots: readonly string[]): Promise<string> {
  const reached = reachable(schemas, roots).map((name): [string, Schema] => [name, schemas[name] ?? true]);
  const needed = Object.fromEntries(reached);
  const readable = mapValues(needed, (schema) =>
    withComparableEntries(withReadableChoices(schema, needed), needed),
  );
  return bundled(machineCode(readable, roots), roots);
}
