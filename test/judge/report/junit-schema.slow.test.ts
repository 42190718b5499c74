/**
 * Validates JUnit reports with libxml2, against what the schemas of Jenkins and of Ant have in common. `DECKHAND_JUNIT_XSD` names
 * further schemas, such as the originals, with the separator of PATH.
 */
import { readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { reporters } from '../../../src/judge/index.js';
import { hostileReport } from './hostile.js';
import { baseline, fail, incomplete, pass, notCovered } from './samples.js';

const schemas = [
  join(import.meta.dirname, 'junit.xsd'),
  ...(process.env['DECKHAND_JUNIT_XSD'] ?? '').split(delimiter).filter(Boolean),
];

async function mistakesIn(xml: string, schema: string): Promise<readonly string[]> {
  const { errors } = await validateXML({
    xml: [{ fileName: 'report.xml', contents: xml }],
    schema: [readFileSync(schema, 'utf8')],
  });
  return errors.map(({ message }) => message);
}

test.each(schemas)('every JUnit report is valid: %s', async (schema) => {
  for (const report of [pass, fail, incomplete, notCovered, baseline, hostileReport])
    expect(await mistakesIn(reporters.junit(report), schema)).toEqual([]);
});

test.each(schemas)('a total that the schema does not know is found: %s', async (schema) => {
  const wrong = reporters.junit(pass).replace('<testsuites>', '<testsuites skipped="1">');
  expect(await mistakesIn(wrong, schema)).not.toEqual([]);
});
