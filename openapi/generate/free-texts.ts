/**
 * Generates the table of free texts from `x-free-text` of the control document: `true` marks all strings of a schema, `{ except }`
 * all but those in fields with these names.
 */
import type { FreeText } from '../../src/journal/redact/free-texts.js';
import { DOCUMENT_FILES, type OpenApiDocument } from '../document.js';
import { mapValues, refName, type Schema, type Schemas } from '../schema.js';
import { typescriptFile, type GeneratedFile } from './generated-file.js';

const MARK = 'x-free-text';

export async function generateFreeTexts({ components }: OpenApiDocument): Promise<GeneratedFile> {
  const { schemas } = components;
  const withTexts = findSchemasWithTexts(schemas);
  const table = mapValues(withoutOthers(schemas, withTexts), (schema) => freeTextOf(schema, withTexts));
  return typescriptFile(
    'control-free-texts',
    DOCUMENT_FILES.control,
    `import type { FreeTextsBySchema } from '../journal/redact/free-texts.js';

/** Where the values of the control API have free texts. */
export const controlFreeTexts: FreeTextsBySchema = ${JSON.stringify(table)};
`,
  );
}

/** Schemas that contain a mark, or refer to one that does. */
function findSchemasWithTexts(schemas: Schemas): ReadonlySet<string> {
  const found = new Set<string>();
  for (let size = -1; size !== found.size;) {
    size = found.size;
    for (const [name, schema] of Object.entries(schemas)) if (freeTextOf(schema, found)) found.add(name);
  }
  return found;
}

const withoutOthers = (schemas: Schemas, names: ReadonlySet<string>): Schemas =>
  Object.fromEntries(Object.entries(schemas).filter(([name]) => names.has(name)));

function freeTextOf(schema: Schema, withTexts: ReadonlySet<string>): FreeText | undefined {
  if (typeof schema === 'boolean') return undefined;
  const mark = schema[MARK];
  if (mark !== undefined) {
    const { maxLength } = schema;
    const { except } = mark as { except?: readonly string[] };
    return { kind: 'text', ...(typeof maxLength === 'number' && { maxLength }), ...(except && { except }) };
  }
  if (schema.$ref !== undefined) {
    const name = refName(schema.$ref);
    return withTexts.has(name) ? { kind: 'schema', name } : undefined;
  }
  const options = [...(schema.oneOf ?? []), ...(schema.allOf ?? [])].flatMap(
    (option) => freeTextOf(option, withTexts) ?? [],
  );
  if (schema.items !== undefined) {
    const items = freeTextOf(schema.items, withTexts);
    if (items) options.push({ kind: 'array', items });
  }
  const fields = Object.fromEntries(
    Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
      const inField = freeTextOf(field, withTexts);
      return inField ? [[name, inField]] : [];
    }),
  );
  if (Object.keys(fields).length > 0) options.push({ kind: 'object', fields });
  const [only] = options;
  return options.length > 1 ? { kind: 'any-of', options } : only;
}
