// bundled-scenarios.ts, the parsed files of scenarios/, and scenario.schema.json, the JSON Schema for editors.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parse } from 'yaml';
import { schemas as schemasOf, type Document } from '../document/document.js';
import { formatted, typescriptFile, type GeneratedFile } from './generated-file.js';
import {
  mapSubschemas,
  mapValues,
  reachable,
  refName,
  type Schema,
  type SchemaObject,
} from '../document/schema.js';

export async function bundledScenariosFile(folder: string): Promise<GeneratedFile> {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.yaml')) : [];
  const scenarios = names
    .sort()
    .map((name): [string, unknown] => [basename(name, '.yaml'), content(join(folder, name))]);
  const body = `
import type { Scenario } from './control-api.js';

/** The names of the scenarios of the package. */
export type BundledScenario = ${scenarios.map(([name]) => JSON.stringify(name)).join(' | ') || 'never'};

/** The scenarios of the package, by name. */
export const bundledScenarios: Readonly<Record<string, Scenario>> = ${JSON.stringify(Object.fromEntries(scenarios))};
`;
  return typescriptFile('bundled-scenarios', 'scenarios/*.yaml', body);
}

function content(file: string): unknown {
  try {
    return parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw new Error(`scenarios/${basename(file)} is not YAML`, { cause });
  }
}

export async function scenarioSchemaFile(control: Document): Promise<GeneratedFile> {
  const schemas = schemasOf(control);
  const { Scenario: _, ...rest } = Object.fromEntries(
    reachable(schemas, ['Scenario']).map((name) => [name, forEditors(schemas[name] ?? true)]),
  );
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Deckhand scenario',
    $comment: 'Generated from openapi/control.v1.yaml by `npm run generate`; do not edit.',
    ...(forEditors(schemas['Scenario'] ?? true) as SchemaObject),
    $defs: mapValues(rest, (definition, name) =>
      typeof definition === 'boolean' ? definition : { title: name, ...definition },
    ),
  };
  return { path: 'scenarios/scenario.schema.json', text: await formatted(JSON.stringify(schema), 'json') };
}

function forEditors(schema: Schema): Schema {
  if (typeof schema === 'boolean') return schema;
  const entries = Object.entries(mapSubschemas(schema, forEditors))
    .filter(([keyword]) => !keyword.startsWith('x-') && keyword !== 'discriminator')
    .map(([keyword, value]) => [keyword, keyword === '$ref' ? `#/$defs/${refName(value as string)}` : value]);
  return Object.fromEntries(entries) as SchemaObject;
}
