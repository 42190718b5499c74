/** Generates schemas/report.schema.json, the JSON Schema of the JSON report, from the types of the report. */
import { join } from 'node:path';
import { createGenerator } from 'ts-json-schema-generator';
import { formatSource, type GeneratedFile } from './generated-file.js';

export async function generateReportSchema(root: string): Promise<GeneratedFile> {
  const schema = createGenerator({
    path: join(root, 'src/judge/report/report.ts'),
    tsconfig: join(root, 'tsconfig.json'),
    type: 'Report',
    topRef: false,
    expose: 'all',
    // A new minor version adds fields.
    additionalProperties: true,
    // `npm run check` checks the types.
    skipTypeCheck: true,
    sortProps: false,
  }).createSchema('Report');
  const text = JSON.stringify({
    $schema: schema.$schema,
    $id: 'urn:deckhand:report:1',
    title: 'The JSON report of deckhand verify, judge and record',
    ...schema,
  });
  return { path: 'schemas/report.schema.json', text: await formatSource(text, 'json') };
}
