/** JSON Schema as data, and functions that traverse it. */

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
}

export type Schemas = Readonly<Record<string, Schema>>;

const SCHEMA_KEYWORDS = ['items', 'additionalProperties'];
const SCHEMA_LIST_KEYWORDS = ['allOf', 'oneOf'];

/** Replaces every schema directly inside a schema. */
export function mapSubschemas(schema: SchemaObject, replace: (sub: Schema) => Schema): SchemaObject {
  const entries = Object.entries(schema).map(([keyword, value]): [string, unknown] => {
    if (SCHEMA_KEYWORDS.includes(keyword)) return [keyword, replace(value as Schema)];
    if (SCHEMA_LIST_KEYWORDS.includes(keyword))
      return [keyword, (value as Schema[]).map((sub) => replace(sub))];
    if (keyword === 'properties') return [keyword, mapValues(value as Schemas, (sub) => replace(sub))];
    return [keyword, value];
  });
  return Object.fromEntries(entries) as SchemaObject;
}

/** The name of the component in a `$ref`. */
export function refName(ref: string): string {
  const name = ref.replace(/^#\/components\/schemas\//, '');
  if (name.includes('/') || name.includes('#'))
    throw new Error(`${ref} is not a reference to a component schema`);
  return name;
}

/** The names of components and of all components that they refer to, in the order of the document. */
export function collectReachable(schemas: Schemas, roots: readonly string[]): string[] {
  const seen = new Set<string>();
  const visit = (schema: Schema): Schema => {
    if (typeof schema === 'boolean') return schema;
    if (schema.$ref !== undefined) visitNamed(refName(schema.$ref));
    return mapSubschemas(schema, visit);
  };
  const visitNamed = (name: string): void => {
    if (seen.has(name)) return;
    const schema = schemas[name];
    if (schema === undefined) throw new Error(`Unknown schema ${name}`);
    seen.add(name);
    visit(schema);
  };
  roots.forEach(visitNamed);
  return Object.keys(schemas).filter((name) => seen.has(name));
}

export function mapValues<From, To>(
  record: Readonly<Record<string, From>>,
  replace: (value: From, key: string) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, replace(value, key)]));
}
