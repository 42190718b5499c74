// Brings in what the entries of a `uniqueItems` array refer to, so that Ajv sees their type: it finds equal strings in
// linear time, and compares entries of unknown type each with each, as deep as they go.
import { component, mapSubschemas, type Schema, type Schemas } from '../schema.js';

export function withComparableEntries(schema: Schema, schemas: Schemas): Schema {
  if (typeof schema === 'boolean') return schema;
  const inside = mapSubschemas(schema, (sub) => withComparableEntries(sub, schemas));
  const { uniqueItems, items } = inside;
  if (uniqueItems !== true || typeof items !== 'object' || items.$ref === undefined) return inside;
  return { ...inside, items: component(schemas, items.$ref) };
}
