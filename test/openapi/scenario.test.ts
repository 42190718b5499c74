import { Ajv2020 } from 'ajv/dist/2020.js';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bundledScenarios } from '../../src/generated/bundled-scenarios.js';
import { validateScenario } from '../../src/generated/validate-scenario.js';
import { root } from './examples.js';

const minimal = { title: 'A', description: 'B', steps: [{ stall: null }] };
const steps = (...list: unknown[]) => ({ ...minimal, steps: list });

describe('the bundled scenarios', () => {
  it('are valid', () => {
    for (const [name, scenario] of Object.entries(bundledScenarios)) {
      expect({ name, errors: validateScenario(scenario) }).toEqual({ name, errors: [] });
    }
  });
});

describe('the JSON Schema for editors', () => {
  const text = readFileSync(join(root, 'scenarios', 'scenario.schema.json'), 'utf8');
  const schema = JSON.parse(text) as Record<string, unknown>;
  const validate = new Ajv2020({ allowUnionTypes: true, strictTypes: false }).compile(schema);

  it('has no references to other files', () => {
    const refs = [...text.matchAll(/"\$ref": "(.*?)"/g)].map((match) => match[1] ?? '');
    const definitions = Object.keys(schema['$defs'] as object).map((name) => `#/$defs/${name}`);
    expect([...new Set(refs)].sort()).toEqual(definitions.sort());
    expect(text).not.toContain('"x-');
  });

  it.each([
    minimal,
    { ...minimal, title: 5 },
    steps({ wrok: {} }),
    steps({ complete: { sections: 'x' } }),
    {},
  ])('agrees with the validator on %j', (value) => {
    expect(validate(value)).toBe(validateScenario(value).length === 0);
  });
});
