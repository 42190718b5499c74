/** Generates bundled-scenarios.ts, the parsed files of scenarios/, and scenario.schema.json, the JSON Schema for editors. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { DOCUMENT_FILES, type OpenApiDocument } from '../document.js';
import {
  mapSubschemas,
  mapValues,
  collectReachable,
  refName,
  type Schema,
  type SchemaObject,
} from '../schema.js';
import { formatSource, typescriptFile, unionOfLiterals, type GeneratedFile } from './generated-file.js';

export async function generateBundledScenarios(root: string): Promise<GeneratedFile> {
  const folder = join(root, 'scenarios');
  const names = readdirSync(folder)
    .filter((file) => file.endsWith('.yaml'))
    .sort()
    .map((file) => file.replace('.yaml', ''));
  const read = (name: string): unknown => parse(readFileSync(join(folder, `${name}.yaml`), 'utf8'));
  const body = `import type { Scenario } from './control-api.js';

/** The names of the scenarios of the package. */
export type BundledScenario = ${unionOfLiterals(names)};

/** The scenarios of the package, by name. */
export const bundledScenarios: Readonly<Record<string, Scenario>> = ${JSON.stringify(Object.fromEntries(names.map((name) => [name, read(name)])))};
`;
  return typescriptFile('bundled-scenarios', 'scenarios/*.yaml', body);
}

export async function generateScenarioSchema({
  components: { schemas },
}: OpenApiDocument): Promise<GeneratedFile> {
  const names = collectReachable(schemas, ['Scenario']);
  const { Scenario, ...others } = Object.fromEntries(
    names.map((name): [string, SchemaObject] => [name, forEditors(schemas[name] ?? {}) as SchemaObject]),
  );
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Deckhand scenario',
    $comment: `Generated from ${DOCUMENT_FILES.control} by \`npm run generate\`; do not edit.`,
    ...Scenario,
    $defs: mapValues(others, (definition, name) => ({ title: name, ...definition })),
  };
  return { path: 'scenarios/scenario.schema.json', text: await formatSource(JSON.stringify(schema), 'json') };
}

function forEditors(schema: Schema): Schema {
  if (typeof schema === 'boolean') return schema;
  const entries = Object.entries(mapSubschemas(schema, forEditors))
    .filter(([keyword]) => !keyword.startsWith('x-') && keyword !== 'discriminator')
    .map(([keyword, value]) => [keyword, keyword === '$ref' ? `#/$defs/${refName(value as string)}` : value]);
  return Object.fromEntries(entries) as SchemaObject;
}
