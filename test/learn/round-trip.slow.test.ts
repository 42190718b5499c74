import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { redocly } from '../../openapi/lint/redocly.js';
import { driftsOf } from '../../src/learn/compare/drift.js';
import { expectationsOf } from '../../src/learn/imitate/expectations.js';
import { imitate } from '../../src/learn/imitate/imitate.js';
import { applyOverlay } from '../../src/learn/overlay/apply.js';
import { readOverlay } from '../../src/learn/overlay/read.js';
import { writeOverlay } from '../../src/learn/overlay/write.js';
import { places } from '../../src/learn/places.js';
import { liberties } from '../liberties/liberties.js';
import { contractDocument, learnFrom, plainService, mockService } from './services.js';
import { tour } from './tour.js';

const own = await tour(mockService());
const overlay = writeOverlay(learnFrom(own), '0');
const { document } = applyOverlay(contractDocument, overlay);

test('Deckhand gives the same responses after learning from itself', async () => {
  const { reshape, limited } = imitate(document);
  expect(limited).toEqual([]);
  const again = await tour(mockService(reshape));
  const responses = (journal: typeof own) =>
    journal.map(({ request, response }) => [
      request.method,
      request.url,
      response?.status,
      Object.fromEntries(response?.headers ?? []),
      response?.body?.text,
    ]);
  expect(responses(again)).toEqual(responses(own));
});

test('a service has no drift from itself', () => {
  expect([...driftsOf(expectationsOf(document), learnFrom(own))]).toEqual([]);
});

test('a written overlay can be read back', () => {
  const text = stringify(overlay, { aliasDuplicateObjects: false });
  expect(readOverlay(JSON.parse(JSON.stringify(overlay)))).toEqual({ overlay });
  expect(text).toContain('overlay: 1.1.0');
});

/** The pointers of the nodes with x-assumed. */
function assumed(value: unknown, pointer = ''): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    name === 'x-assumed' ? [pointer] : assumed(inner, `${pointer}/${name}`),
  );
}

test('only places that no traffic shows keep x-assumed', () => {
  expect(assumed(document)).toEqual([
    '/x-limits',
    '/components/headers/RetryAfter',
    '/components/headers/RetryAfter/schema',
    '/components/responses/Forbidden',
    '/components/responses/ContentTooLarge',
    '/components/responses/Refusal',
    '/components/schemas/UpdatePresentationRequest',
    '/components/schemas/UpdatePresentationRequest/properties/title',
    '/components/schemas/StartGenerationRequest',
    '/components/schemas/StartGenerationRequest/properties/prompt',
    '/components/schemas/StartGenerationRequest/properties/template_id',
  ]);
});

test('the path of each place is a node of the document', () => {
  for (const { id, at } of places) {
    if (!at) continue;
    const node = at.reduce(
      (value: unknown, name) => (Object(value) as Record<string, unknown>)[name],
      contractDocument,
    );
    expect(node, id).toBeTypeOf('object');
  }
});

test.each(liberties.filter((_, index) => index % 40 === 0))(
  'the document with an overlay of $id is valid OpenAPI',
  async ({ apply }) => {
    const report = learnFrom(await tour(plainService([apply])));
    const applied = applyOverlay(contractDocument, writeOverlay(report, '0'));
    const problems = await redocly(
      'overlaid.yaml',
      stringify(applied.document, { aliasDuplicateObjects: false }),
    );
    expect(problems.filter(({ expected }) => !/no-unused-components/.test(expected))).toEqual([]);
  },
);
