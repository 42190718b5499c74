import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readDocuments } from '../../../openapi/document.js';
import { endpointsOf, mediaOf, type Contract } from '../../../openapi/generate/reference/contract.js';
import { shapeOf, type Shape } from '../../../openapi/generate/reference/fields.js';
import { marksOf } from '../../../openapi/generate/reference/provenance.js';
import { routes } from '../../../src/generated/routes.js';

const { presentation } = await readDocuments(join(import.meta.dirname, '../../..'));
const contract = presentation as unknown as Contract;
const endpoints = endpointsOf(contract);
const endpoint = (id: string) => endpoints.find(({ operation }) => operation.operationId === id);

function fieldsIn({ fields, variants }: Shape): string[] {
  return [
    ...fields.flatMap(({ name, shape }) => [name, ...fieldsIn(shape).map((inner) => `${name}.${inner}`)]),
    ...variants.flatMap(({ name, shape }) => fieldsIn(shape).map((inner) => `${name}: ${inner}`)),
  ];
}

it('the reference has every operation, and begins with those of a job', () => {
  const ids = endpoints.map(({ operation }) => operation.operationId);
  expect(ids.toSorted()).toEqual(routes.map(({ operationId }) => operationId).toSorted());
  expect(ids.slice(0, 3)).toEqual(['startGeneration', 'getGenerationStatus', 'sendGenerationMessage']);
});

it('each request and each successful response has an example and fields', () => {
  for (const { operation } of endpoints) {
    const success = Object.entries(operation.responses).find(([status]) => status.startsWith('2'))?.[1];
    const contents = [success, operation.requestBody].filter(Boolean);
    for (const content of contents) {
      const media = mediaOf(contract, content);
      expect(media?.examples[0]?.value).toBeTypeOf('object');
      expect(fieldsIn(shapeOf(contract, media?.schema ?? {}))).not.toEqual([]);
    }
  }
});

it('the status view shows its fields for each status, with the fields inside them', () => {
  const media = mediaOf(contract, endpoint('getGenerationStatus')?.operation.responses['200']);
  const fields = fieldsIn(shapeOf(contract, media?.schema ?? {}));
  expect(fields).toContain('generating: progress.slides_total');
  expect(fields).toContain('awaiting_input: message');
  expect(fields).toContain('completed: presentation.sections.bullets');
  expect(fields).toContain('failed: error');
});

it('a field has its type, its limits and its sources', () => {
  const media = mediaOf(contract, endpoint('startGeneration')?.operation.requestBody);
  const [prompt, template] = shapeOf(contract, media?.schema ?? {}).fields;
  expect([prompt?.name, prompt?.type, prompt?.isRequired]).toEqual([
    'prompt',
    'string, 1 to 8000 characters',
    true,
  ]);
  expect([template?.name, template?.isRequired]).toEqual(['template_id', false]);
  expect(marksOf(prompt?.source ?? {}, {}).map(({ label }) => label)).toEqual([
    'documented § 4.4',
    'assumed',
  ]);
});
