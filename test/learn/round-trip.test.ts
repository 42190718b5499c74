import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { redocly } from '../../openapi/lint/redocly.js';
import { driftsOf } from '../../src/learn/compare/drift.js';
import { expectationsOf } from '../../src/learn/follow/expected.js';
import { follow } from '../../src/learn/follow/follow.js';
import { applyOverlay } from '../../src/learn/overlay/apply.js';
import { readOverlay } from '../../src/learn/overlay/read.js';
import { writeOverlay } from '../../src/learn/overlay/write.js';
import { places } from '../../src/learn/places.js';
import { liberties } from '../liberties/liberties.js';
import { contractDocument, learnFrom, plainPlace, standInPlace } from './places.js';
import { travel } from './travel.js';

const own = await travel(standInPlace());
const overlay = writeOverlay(learnFrom(own), '0');
const { document } = applyOverlay(contractDocument, overlay);

test('what is learnt of the stand-in and followed gives the same answers as before', async () => {
  const { reshape, left } = follow(document);
  expect(left).toEqual([]);
  const again = await travel(standInPlace(reshape));
  const answers = (journal: typeof own) =>
    journal.map(({ request, response }) => [
      request.method,
      request.url,
      response?.status,
      Object.fromEntries(response?.headers ?? []),
      response?.body?.text,
    ]);
  expect(answers(again)).toEqual(answers(own));
});

test('a service does not drift from itself', () => {
  expect([...driftsOf(expectationsOf(document), learnFrom(own))]).toEqual([]);
});

test('what is written is an overlay, in YAML and back', () => {
  const text = stringify(overlay, { aliasDuplicateObjects: false });
  expect(readOverlay(JSON.parse(JSON.stringify(overlay)))).toEqual({ overlay });
  expect(text).toContain('overlay: 1.1.0');
});

/** The pointers at which something is assumed. */
function assumed(value: unknown, pointer = ''): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    name === 'x-assumed' ? [pointer] : assumed(inner, `${pointer}/${name}`),
  );
}

test('only what no traffic shows stays assumed', () => {
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

test('each place of the table that the document has is a node of it', () => {
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
  'the document with an overlay of $id is sound',
  async ({ apply }) => {
    const learnt = learnFrom(await travel(plainPlace([apply])));
    const applied = applyOverlay(contractDocument, writeOverlay(learnt, '0'));
    const problems = await redocly(
      'overlaid.yaml',
      stringify(applied.document, { aliasDuplicateObjects: false }),
    );
    expect(problems.filter(({ expected }) => !/no-unused-components/.test(expected))).toEqual([]);
  },
);
