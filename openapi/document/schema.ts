/** JSON Schema as data, and functions that walk it. Knows which keywords contain schemas, and distinguishes the keyword `items` from a property with the name `items`. */

export type Schema = boolean | SchemaObject;

export interface SchemaObject {
  readonly [keyword: string]: unknown;
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
}

export type Schemas = Readonly<Record<string, Schema>>;

const holdsOne = [
  'items',
  'additionalProperties',
  'unevaluatedProperties',
  'propertyNames',
  'contains',
  'not',
  'if',
  'then',
  'else',
];
const holdsList = ['allOf', 'oneOf', 'anyOf', 'prefixItems'];
const holdsNamed = ['properties', 'patternProperties', '$defs'];

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'boolean' || (typeof value === 'object' && value !== null);

/** Replaces every schema directly inside a schema. `step` is the path to the inner schema. */
export function mapSubschemas(
  schema: SchemaObject,
  replace: (sub: Schema, step: readonly string[]) => Schema,
): SchemaObject {
  const result: Record<string, unknown> = { ...schema };
  for (const [keyword, value] of Object.entries(schema)) {
    if (holdsOne.includes(keyword) && isSchema(value)) result[keyword] = replace(value, [keyword]);
    if (holdsList.includes(keyword))
      result[keyword] = (value as Schema[]).map((sub, index) => replace(sub, [keyword, String(index)]));
    if (holdsNamed.includes(keyword))
      result[keyword] = mapValues(value as Schemas, (sub, name) => replace(sub, [keyword, name]));
  }
  return result;
}

/** Visits a schema and all schemas inside it, the outer one first. Does not follow references. */
export function eachSchema(
  schema: Schema,
  visit: (schema: SchemaObject, path: readonly string[]) => void,
  path: readonly string[] = [],
): void {
  if (typeof schema === 'boolean') return;
  visit(schema, path);
  mapSubschemas(schema, (sub, step) => {
    eachSchema(sub, visit, [...path, ...step]);
    return sub;
  });
}

/** The name of the component in a `$ref`. */
export function refName(ref: string): string {
  const name = ref.replace(/^#\/components\/schemas\//, '');
  if (name.includes('/') || name.includes('#'))
    throw new Error(`${ref} is not a reference to a component schema`);
  return name;
}

export function component(schemas: Schemas, ref: string): Schema {
  const found = schemas[refName(ref)];
  if (found === undefined) throw new Error(`Unknown schema ${ref}`);
  return found;
}

/** The names of components and of all components that they refer to, in the order of the document. */
export function reachable(schemas: Schemas, roots: readonly string[]): string[] {
  const seen = new Set<string>();
  const visit = (ref: string) => {
    const name = refName(ref);
    if (seen.has(name)) return;
    const schema = component(schemas, ref);
    seen.add(name);
    eachSchema(schema, ({ $ref }) => $ref !== undefined && visit($ref));
  };
  roots.forEach(visit);
  return Object.keys(schemas).filter((name) => seen.has(name));
}

export function mapValues<From, To>(
  record: Readonly<Record<string, From>>,
  replace: (value: From, key: string) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, replace(value, key)]));
}
