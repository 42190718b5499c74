// Compiles schemas to JavaScript with Ajv. The code needs no `new Function` where it runs; the names it exports are the
// names of the schemas, and what it finds are faults in words.
import { Ajv2020 } from 'ajv/dist/2020.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { mapSubschemas, refName, type Schema, type SchemaObject, type Schemas } from '../schema.js';
import { expectations } from './expectations.js';
import { bounded } from './bounded.js';
import { worded } from './worded.js';

export function machineCode(schemas: Schemas, roots: readonly string[]): string {
  const ajv = new Ajv2020({
    allErrors: true,
    messages: false,
    // One function a schema: it keeps the code small, and paths begin with the schema's name everywhere.
    inlineRefs: false,
    strict: true,
    allowUnionTypes: true,
    // These two distrust `properties` and `required` that speak of a value whose type is said elsewhere (`allOf`, `if`).
    strictTypes: false,
    strictRequired: false,
    code: { source: true, esm: true, lines: false, optimize: true },
  });
  // Bookkeeping for keywords that a document rarely uses, in every function.
  ajv.opts.dynamicRef = false;
  ajv.opts.unevaluated = JSON.stringify(schemas).includes('"unevaluatedProperties"');
  for (const [name, schema] of Object.entries(schemas)) {
    // Ajv takes two schemas that are both just `true` for one.
    ajv.addSchema(schema === true ? {} : forAjv(schema), name);
    // Else every schema's paths begin with `#`, and one cannot be told from another.
    Object.assign(ajv.schemas[name] ?? {}, { schemaPath: name });
  }
  const code = standaloneCode.default(ajv, Object.fromEntries(roots.map((name) => [name, name])));
  return worded(bounded(code), expectations(schemas));
}

const annotations = ['description', 'title', 'example', 'examples', 'default', 'deprecated'];

function forAjv(schema: Schema, typed = false): Schema {
  if (typeof schema === 'boolean') return schema;
  const inside = mapSubschemas(schema, (sub, [keyword]) =>
    // Knowing the type of the entries, Ajv finds equal ones in linear time.
    forAjv(sub, keyword === 'items' && schema['uniqueItems'] === true),
  );
  const entries = Object.entries(inside)
    .filter(([keyword]) => !keyword.startsWith('x-') && !annotations.includes(keyword))
    .filter(([keyword]) => keyword !== 'type' || typed || !('enum' in schema || 'const' in schema))
    .map(([keyword, value]) => [keyword, keyword === '$ref' ? refName(value as string) : value]);
  return Object.fromEntries(entries) as SchemaObject;
}
