import { expect, it } from 'vitest';
import { fieldsAt, valuesAt, type JsonSchema } from '../../../src/panel/editor/schema-at.js';
import schema from '../../../scenarios/scenario.schema.json' with { type: 'json' };

const scenario: JsonSchema = schema;
const texts = (offers: readonly { readonly text: string }[]): string[] => offers.map(({ text }) => text);

it('the fields of a scenario are those of its schema, with their descriptions', () => {
  const fields = fieldsAt(scenario, []);
  expect(texts(fields)).toEqual(Object.keys(schema.properties));
  expect(fields.find(({ text }) => text === 'steps')).toMatchObject({
    isRequired: true,
    description: expect.stringContaining('The steps of a job'),
  });
});

it.each([
  [
    ['steps', '[]'],
    ['work', 'ask', 'complete', 'fail', 'stay'],
  ],
  [
    ['steps', '[]', 'work'],
    ['for', 'slides', 'of', 'progress', 'tokens', 'current_step', 'view', 'chance'],
  ],
  [
    ['steps', '[]', 'complete', 'sections', '[]'],
    ['title', 'layout', 'bullets'],
  ],
  [['faults', '[]', 'answer', 'nothing'], []],
  [['__proto__', 'constructor'], []],
])('the fields below %j are %j', (path, fields) => {
  expect(texts(fieldsAt(scenario, path))).toEqual(fields);
});

it('the values of enumerations are suggested', () => {
  expect(texts(valuesAt(scenario, ['workspace', 'plan']))).toContain('business');
  expect(texts(valuesAt(scenario, ['workspace', 'api_enabled']))).toEqual(['true', 'false']);
  expect(texts(valuesAt(scenario, ['faults', '[]', 'on']))).toContain('getGenerationStatus');
  expect(texts(valuesAt(scenario, ['faults', '[]', 'on', '[]']))).toContain('getGenerationStatus');
  expect(valuesAt(scenario, ['title'])).toEqual([]);
});
