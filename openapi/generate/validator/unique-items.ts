// Inlines the item schema of `uniqueItems` arrays, so that Ajv knows the type of the items. It finds equal strings in linear
// time, but compares every pair of items of unknown type in depth.
import { component, mapSubschemas, type Schema, type Schemas } from '../../document/schema.js';

export function withTypedItems(schema: Schema, schemas: Schemas): Schema {
  if (typeof schema === 'boolean') return schema;
  const inside = mapSubschemas(schema, (sub) => withTypedItems(sub, schemas));
  const { uniqueItems, items } = inside;
  if (uniqueItems !== true || typeof items !== 'object' || items.$ref === undefined) return inside;
  return { ...inside, items: component(schemas, items.$ref) };
}
