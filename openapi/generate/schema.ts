// JSON Schema as the generator sees it, and the one way to walk it. Knows where a schema may hold further schemas,
// and nothing of any keyword's meaning; a property that happens to be called `items` is a name here, not a keyword.

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

/** The same schema with every schema directly inside it replaced; `step` is the path from the one to the other. */
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

/** Visits a schema and everything inside it (references are not followed), the outer one first. */
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

/** The component a `$ref` names. */
export function refName(ref: string): string {
  const name = ref.replace(/^#\/components\/schemas\//, '');
  if (name.includes('/') || name.includes('#'))
    throw new Error(`${ref} is not a reference to a component schema`);
  return name;
}

/** The component of that name. */
export function component(schemas: Schemas, ref: string): Schema {
  const found = schemas[refName(ref)];
  if (found === undefined) throw new Error(`There is no schema ${ref}`);
  return found;
}

/** The names of the given components and of all that they refer to, in the order of the document. */
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
