import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { DOCUMENT_FILES, type Documents } from '../../openapi/document.js';
import {
  lintDocuments,
  lintExamples,
  formatFinding,
  lintWithRedocly,
  lintProvenance,
} from '../../openapi/lint/rules.js';
import { lintLifecycle, lintOperationIds, lintProblemCodes } from '../../openapi/lint/consistency.js';
import { documents, root } from './examples.js';

it('finds nothing in the two documents', async () => {
  expect((await lintDocuments(root)).map(formatFinding)).toEqual([]);
});

type Change = readonly [pointer: string, value?: unknown];

/** The documents with changes in one of them. A change without a value removes the node. */
function seeded(file: keyof Documents, ...changes: Change[]): Documents {
  const copy = structuredClone(documents);
  for (const [at, value] of changes) {
    const steps = at
      .slice(1)
      .split('/')
      .map((step) => step.replaceAll('~1', '/'));
    const last = steps.pop() ?? '';
    let holder = copy[file] as unknown as Record<string, unknown>;
    for (const step of steps) holder = (holder[step] ??= {}) as Record<string, unknown>;
    if (value === undefined) delete holder[last];
    else holder[last] = value;
  }
  return copy;
}

const post = '/paths/~1presentations/post';

it.each([
  ['operation', '/paths/~1templates/get'],
  ['request body', `${post}/requestBody`],
  ['response', `${post}/responses/201`],
  ['header', '/components/headers/Allow'],
  ['parameter', '/components/parameters/GenerationId'],
  ['security scheme', '/components/securitySchemes/bearerKey'],
  ['schema', '/components/schemas/Progress'],
  ['property', '/components/schemas/TemplateList/allOf/0/properties/templates'],
])('requires a source for every %s: %s', (kind, at) => {
  const extensions = ['x-source', 'x-assumed', 'x-guidance'];
  const bare = seeded('presentation', ...extensions.map((name) => [`${at}/${name}`] as const));
  expect(lintProvenance(bare.presentation).map(formatFinding)).toEqual([
    `${DOCUMENT_FILES.presentation}: ${at}: this ${kind} has no source, expected x-source, x-assumed or x-guidance`,
  ]);
});

const tokens = '/components/schemas/TokensUsed';

it.each([
  ['/components/schemas/Progress/x-source', '4.9'],
  ['/components/responses/TooManyRequests/x-guidance', '7.9'],
  [`${tokens}/x-assumed/maximum`, 'The schema has no maximum.'],
  [`${tokens}/x-assumed`, ''],
])('requires sections of the spec, and reasons for keywords: %s', (at, value) => {
  const findings = lintProvenance(seeded('presentation', [at, value]).presentation);
  expect(findings.map(({ pointer }) => pointer)).toContain(at);
});

const cycle = '/components/schemas/JobView/x-lifecycle';

it.each<[string, Change]>([
  [`${cycle}/states`, [`${cycle}/states/failed`]],
  [`${cycle}/initial`, [`${cycle}/initial`, 'queued']],
  [`${cycle}/grows`, [`${cycle}/grows`, ['slides']]],
  [`${cycle}/states/failed/required`, ['/components/schemas/JobFailed/required', ['status']]],
  [`${cycle}/states/generating/optional`, ['/components/schemas/JobGenerating/properties/cost', {}]],
])('requires the life cycle to match the schemas, at %s', (pointer, change) => {
  const findings = lintLifecycle(seeded('presentation', change).presentation);
  expect(findings.map((finding) => finding.pointer)).toContain(pointer);
});

it('requires an entry for each problem code, the ids of the document, and examples', () => {
  const table = '/components/schemas/Problem/x-problems';
  expect(lintProblemCodes(seeded('presentation', [`${table}/rate_limited`]).presentation)).toHaveLength(1);
  const ids = '/components/schemas/OperationId/enum';
  expect(lintOperationIds(seeded('control', [ids, ['listTemplates']]))).toHaveLength(1);
  const list = '/paths/~1templates/get/responses/200/content/application~1json/examples';
  expect(lintExamples(seeded('presentation', [list]).presentation)).toHaveLength(1);
});

it('finds an example that does not match its schema', async () => {
  const text = readFileSync(join(root, DOCUMENT_FILES.presentation), 'utf8');
  const findings = await lintWithRedocly(
    DOCUMENT_FILES.presentation,
    text.replace('is_public: false', 'is_public: maybe'),
  );
  expect(formatFinding(findings[0]!)).toMatch(
    /^openapi\/presentation-generation\.v1\.yaml: \/.+, expected no violation of the rule [\w-]+$/,
  );
});
