import { Ajv2020 } from 'ajv/dist/2020.js';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bundledScenarios } from '../../src/generated/bundled-scenarios.js';
import { validateScenario } from '../../src/generated/validate-scenario.js';
import { root } from './examples.js';

const minimal = { title: 'A', description: 'B', steps: [{ stay: null }] };
const errorsOf = (value: unknown) =>
  validateScenario(value).map(({ pointer, expected }) => `${pointer} ${expected}`);
const steps = (...list: unknown[]) => ({ ...minimal, steps: list });

describe('the scenario validator', () => {
  it('accepts the shortest scenario', () => {
    expect(validateScenario(minimal)).toEqual([]);
  });

  it('describes the notation of times', () => {
    const time = 'must be a time such as 2s, or a range such as 200ms..1.5s for a random time';
    expect(errorsOf(steps({ work: { for: 5 } }))).toEqual([`/steps/0/work/for ${time}`]);
    expect(errorsOf(steps({ work: { for: '5 seconds' } }))).toEqual([`/steps/0/work/for ${time}`]);
    expect(errorsOf({ ...minimal, faults: [{ on: 'getPresentation', drip: 'slow' }] })).toEqual([
      '/faults/0/drip must be a time such as 250ms, 1.5s, 2m or 1m30s',
    ]);
  });

  it('suggests a name for a misspelt step', () => {
    expect(errorsOf(steps({ wrok: { for: '1s' } }))).toEqual([
      '/steps/0/wrok is not a field here; known fields are work, ask, complete, fail, stay (did you mean work?)',
    ]);
  });

  it('requires exactly one kind of step', () => {
    expect(errorsOf(steps({ work: { for: '1s' }, stay: null }))).toEqual([
      '/steps/0 must have exactly 1 of the fields work, ask, complete, fail, stay',
    ]);
    expect(errorsOf(steps({}))).toEqual([
      '/steps/0 must have exactly 1 of the fields work, ask, complete, fail, stay',
    ]);
  });

  it('reports only the faults of the matching type', () => {
    const sections = (value: unknown) => errorsOf(steps({ complete: { sections: value } }));
    expect(sections(3)).toEqual([]);
    expect(sections(-1)).toEqual(['/steps/0/complete/sections must be at least 0']);
    expect(sections([{ titel: 'x' }])).toEqual([
      '/steps/0/complete/sections/0/title is required',
      '/steps/0/complete/sections/0/titel is not a field here; known fields are title, layout, bullets (did you mean title?)',
    ]);
    expect(sections('three')).toEqual(['/steps/0/complete/sections must be a whole number or an array']);
  });
});

describe('the bundled scenarios', () => {
  it('are valid', () => {
    for (const [name, scenario] of Object.entries(bundledScenarios)) {
      expect({ name, faults: validateScenario(scenario) }).toEqual({ name, faults: [] });
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

  it('has titles and descriptions', () => {
    expect(schema['title']).toBeTypeOf('string');
    expect(schema).toHaveProperty('properties.steps.description');
    expect(schema).toHaveProperty('$defs.Duration.description');
  });
});
