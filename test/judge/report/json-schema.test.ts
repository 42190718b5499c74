/** The published JSON Schema describes every report, completely: a field that it does not know fails here. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { reporters } from '../../../src/judge/index.js';
import { verifyInVirtualTime } from '../../verify/virtual-time-run.js';
import { baseline, fail, incomplete, pass, notCovered } from './samples.js';

type Schema = Record<string, unknown>;

const schema = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../schemas/report.schema.json'), 'utf8'),
) as Schema;

/** The schema without room for further fields. Users get the open one, because minor versions add fields. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, part]) => [name, closed(part)] as const);
  return { ...Object.fromEntries(entries), ...('properties' in value && { additionalProperties: false }) };
}

const ajv = new Ajv({ allErrors: true, strictTuples: false, allowUnionTypes: true });
const open = ajv.compile(schema);
const strict = ajv.compile({ ...(closed(schema) as Schema), $id: 'strict' });

test.each(Object.entries({ pass, fail, incomplete, notCovered, baseline }))(
  'the %s report matches the schema',
  (_, report) => {
    const value: unknown = JSON.parse(reporters.json(report));
    expect(strict(value), JSON.stringify(strict.errors?.slice(0, 3))).toBe(true);
    expect(open(value)).toBe(true);
  },
);

test('the report of a run matches the schema', async () => {
  const { report } = await verifyInVirtualTime([], ['question']);
  const value: unknown = JSON.parse(reporters.json(report));
  expect(strict(value), JSON.stringify(strict.errors?.slice(0, 3))).toBe(true);
});

test('a field of a later minor version is allowed, and a missing one is not', () => {
  const value = JSON.parse(reporters.json(pass)) as Schema;
  expect(open({ ...value, later: 1 })).toBe(true);
  const { outcome: _, ...without } = value;
  expect(open(without)).toBe(false);
});
