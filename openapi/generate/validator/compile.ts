// Compiles schemas to JavaScript with Ajv, so that nothing needs `new Function` at run time. The code exports a function for
// each root schema.
//
// package.json pins Ajv to one exact version, because withLoopLimits and withFaultCalls edit the code that this version
// writes. After an update of Ajv, run `npm run generate` and the tests in test/openapi/. The generator stops if it does not
// recognize the code.
import { Ajv2020 } from 'ajv/dist/2020.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import {
  mapSubschemas,
  refName,
  type Schema,
  type SchemaObject,
  type Schemas,
} from '../../document/schema.js';
import { expectations } from './expectations.js';
import { withLoopLimits } from './loop-limits.js';
import { withFaultCalls } from './fault-calls.js';

export function compiledCode(schemas: Schemas, roots: readonly string[]): string {
  const ajv = new Ajv2020({
    allErrors: true,
    messages: false,
    // One function for each schema keeps the code small, and every path begins with the name of a schema.
    inlineRefs: false,
    strict: true,
    allowUnionTypes: true,
    // These two checks reject `properties` and `required` when another schema (`allOf`, `if`) has the type.
    strictTypes: false,
    strictRequired: false,
    code: { source: true, esm: true, lines: false, optimize: true },
  });
  // These options add code to every function for keywords that are rare.
  ajv.opts.dynamicRef = false;
  ajv.opts.unevaluated = JSON.stringify(schemas).includes('"unevaluatedProperties"');
  for (const [name, schema] of Object.entries(schemas)) {
    // Ajv treats two schemas that are `true` as the same schema.
    ajv.addSchema(schema === true ? {} : forAjv(schema), name);
    // Without a name, the paths of every schema begin with `#`.
    Object.assign(ajv.schemas[name] ?? {}, { schemaPath: name });
  }
  const code = standaloneCode.default(ajv, Object.fromEntries(roots.map((name) => [name, name])));
  return withFaultCalls(withLoopLimits(code), expectations(schemas));
}

const annotations = ['description', 'title', 'example', 'examples', 'default', 'deprecated'];

function forAjv(schema: Schema, typed = false): Schema {
  if (typeof schema === 'boolean') return schema;
  const inside = mapSubschemas(schema, (sub, [keyword]) =>
    // With the type of the items, Ajv finds equal items in linear time.
    forAjv(sub, keyword === 'items' && schema['uniqueItems'] === true),
  );
  const entries = Object.entries(inside)
    .filter(([keyword]) => !keyword.startsWith('x-') && !annotations.includes(keyword))
    .filter(([keyword]) => keyword !== 'type' || typed || !('enum' in schema || 'const' in schema))
    .map(([keyword, value]) => [keyword, keyword === '$ref' ? refName(value as string) : value]);
  return Object.fromEntries(entries) as SchemaObject;
}
