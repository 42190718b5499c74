/** Finds the possible fields and values at a path of a JSON Schema. It supports the few keywords that the scenario schema uses. */

export interface JsonSchema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema | boolean;
  readonly oneOf?: readonly JsonSchema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly required?: readonly string[];
}

export interface Suggestion {
  readonly text: string;
  readonly description: string;
  readonly isRequired: boolean;
}

/** @param path the path of a `PlaceInYaml` */
export function fieldsAt(schema: JsonSchema, path: readonly string[]): Suggestion[] {
  return within(schema, path).flatMap(({ properties = {}, required = [] }) =>
    Object.entries(properties).map(([text, field]) => ({
      text,
      description: field.description ?? variants(schema, field)[0]?.description ?? '',
      isRequired: required.includes(text),
    })),
  );
}

export function valuesAt(schema: JsonSchema, path: readonly string[]): Suggestion[] {
  return within(schema, path).flatMap(({ enum: several, const: only, type, description = '' }) => {
    const values = several ?? (only === undefined ? (type === 'boolean' ? [true, false] : []) : [only]);
    return values.map((value) => ({ text: String(value), description, isRequired: false }));
  });
}

function within(root: JsonSchema, path: readonly string[]): JsonSchema[] {
  return path.reduce<JsonSchema[]>(
    (found, name) =>
      found.flatMap(({ properties, items }) => {
        const next =
          name === '[]' ? items : properties && Object.hasOwn(properties, name) && properties[name];
        return typeof next === 'object' ? variants(root, next) : [];
      }),
    variants(root, root),
  );
}

/** The schema itself, the schema that it refers to, and all its alternatives. */
function variants(root: JsonSchema, schema: JsonSchema): JsonSchema[] {
  const { $ref, oneOf = [] } = schema;
  const named = $ref === undefined ? undefined : root.$defs?.[$ref.replace('#/$defs/', '')];
  return [schema, ...(named ? [named] : []), ...oneOf].flatMap((one) =>
    one === schema ? [schema] : variants(root, one),
  );
}
