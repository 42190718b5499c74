import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { files, type Documents } from '../../openapi/document.js';
import { allFindings, examples, line, redocly, sources } from '../../openapi/lint/checks.js';
import { lifecycleTable, operationIds, problemTable } from '../../openapi/lint/tables.js';
import { documents, root } from './examples.js';

it('finds nothing in the two documents', async () => {
  expect((await allFindings(root)).map(line)).toEqual([]);
});

it('formats a finding on one line', () => {
  const finding = { file: 'openapi/x.yaml', pointer: '/paths', what: 'is empty', expected: 'a path' };
  expect(line(finding)).toBe('openapi/x.yaml: /paths: is empty, expected a path');
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

describe('the check of sources', () => {
  const post = '/paths/~1presentations/post';
  it.each([
    ['operation', '/paths/~1templates/get'],
    ['request body', `${post}/requestBody`],
    ['response', `${post}/responses/201`],
    ['response', '/components/responses/Forbidden'],
    ['header', '/components/headers/Allow'],
    ['schema', '/components/headers/Allow/schema'],
    ['parameter', '/components/parameters/GenerationId'],
    ['schema', '/components/parameters/GenerationId/schema'],
    ['security scheme', '/components/securitySchemes/bearerKey'],
    ['schema', '/components/schemas/Progress'],
    ['property', '/components/schemas/Progress/properties/slides_total'],
    ['property', '/components/schemas/TemplateList/allOf/0/properties/templates'],
  ])('requires a source for every %s: %s', (kind, at) => {
    const bare = seeded(
      'presentation',
      ...['x-source', 'x-assumed', 'x-guidance'].map((extension) => [`${at}/${extension}`] as const),
    );
    expect(sources(bare.presentation).map(line)).toEqual([
      `${files.presentation}: ${at}: this ${kind} has no source, expected x-source, x-assumed or x-guidance`,
    ]);
  });

  it.each([
    ['property', '/components/schemas/Progress/properties/more'],
    ['property', '/components/schemas/Presentation/properties/sections/items/properties/more'],
    ['header', '/components/responses/Forbidden/headers/Retry-After'],
    ['header', `${post}/responses/201/headers/More`],
    ['parameter', '/paths/~1templates/parameters/0'],
    ['parameter', '/paths/~1templates/get/parameters/0'],
    ['schema', '/components/schemas/More'],
  ])('finds a new %s: %s', (kind, at) => {
    expect(sources(seeded('presentation', [at, { type: 'string' }]).presentation)).toEqual([
      expect.objectContaining({ pointer: at, what: expect.stringContaining(`this ${kind} `) }),
    ]);
  });
});

describe('the check of sections', () => {
  it.each(['4.9', ['4.5', 'five'], 4.5, []])('requires sections of the interface, not %j', (source) => {
    const findings = sources(
      seeded('presentation', ['/components/schemas/Progress/x-source', source]).presentation,
    );
    expect(findings).toEqual([expect.objectContaining({ pointer: '/components/schemas/Progress/x-source' })]);
  });

  it('includes x-guidance', () => {
    const at = '/components/responses/TooManyRequests/x-guidance';
    expect(sources(seeded('presentation', [at, '7.9']).presentation)).toEqual([
      expect.objectContaining({ pointer: at }),
    ]);
  });

  it('knows every section of the interface', () => {
    expect(Object.keys(documents.presentation['x-interface-sections'] as object).sort()).toEqual(
      '1 2 2.1 2.2 2.3 3 4 4.1 4.2 4.3 4.4 4.5 4.6 4.7 5 6 7 8 9'.split(' '),
    );
  });
});

describe('the check of assumptions', () => {
  const at = '/components/schemas/TokensUsed/x-assumed';

  it('requires keywords of the same schema', () => {
    expect(sources(seeded('presentation', [at, { maximum: 'why' }]).presentation).map(line)).toEqual([
      `${files.presentation}: ${at}/maximum: the schema has no maximum, expected a keyword of the same schema`,
    ]);
  });

  it.each(['', ' ', {}, null, { multipleOf: '' }])('requires reasons, not %j', (assumed) => {
    const found = sources(seeded('presentation', [at, assumed]).presentation);
    expect(found.map(({ pointer }) => pointer.startsWith(at))).toContain(true);
  });

  it('rejects a schema that is documented and assumed as a whole', () => {
    expect(sources(seeded('presentation', [at, 'why']).presentation)).toEqual([
      expect.objectContaining({ pointer: '/components/schemas/TokensUsed' }),
    ]);
  });
});

describe('the check of tables', () => {
  const cycle = '/components/schemas/JobView/x-lifecycle';

  it('requires one row for each problem code', () => {
    const at = '/components/schemas/Problem/x-problems';
    for (const change of [[`${at}/rate_limited`], [`${at}/teapot`, [418, 'A teapot']]] as const) {
      expect(problemTable(seeded('presentation', change).presentation)).toEqual([
        expect.objectContaining({ pointer: at }),
      ]);
    }
  });

  it.each<[string, Change]>([
    [`${cycle}/states`, [`${cycle}/states/failed`]],
    [`${cycle}/states`, ['/components/schemas/JobFailed/properties/status/const', 'broken']],
    [
      '/components/schemas/JobView/discriminator/mapping',
      ['/components/schemas/JobView/discriminator/mapping/failed'],
    ],
    [`${cycle}/initial`, [`${cycle}/initial`, 'queued']],
    [`${cycle}/grows`, [`${cycle}/grows`, ['slides']]],
    [
      `${cycle}/states/failed/required`,
      ['/components/schemas/JobFailed/required', ['generation_id', 'status']],
    ],
    [`${cycle}/states/generating/optional`, ['/components/schemas/JobGenerating/properties/cost', {}]],
    [cycle, [cycle]],
  ])('requires the life cycle to match the schemas, at %s', (pointer, change) => {
    const found = lifecycleTable(seeded('presentation', change).presentation).map(
      (finding) => finding.pointer,
    );
    expect(found).toContain(pointer);
  });

  it('requires the operation ids of scenarios to match the document', () => {
    const at = '/components/schemas/OperationId/enum';
    expect(operationIds(seeded('control', [at, ['listTemplates']]))).toEqual([
      expect.objectContaining({ file: files.control, pointer: at }),
    ]);
  });
});

describe('the check of examples', () => {
  it.each([
    '/components/responses/Forbidden/content/application~1problem+json',
    '/paths/~1templates/get/responses/200/content/application~1json',
  ])('requires an example at %s', (at) => {
    expect(examples(seeded('presentation', [`${at}/examples`]).presentation).map(line)).toEqual([
      `${files.presentation}: ${at}: has no example, expected at least one`,
    ]);
  });
});

describe('the check with Redocly', () => {
  const text = readFileSync(join(root, files.presentation), 'utf8');
  const found = async (from: string, to: string) => {
    expect(text).toContain(from);
    return (await redocly(files.presentation, text.replace(from, to))).map(line);
  };

  it.each([
    ['an example that does not match its schema', 'is_public: false', 'is_public: maybe'],
    ['a reference without a target', "headers/RequestId' } }", "headers/Nothing' } }"],
    ['an undefined path parameter', '/presentations/{id}:', '/presentations/{ident}:'],
    ['a duplicate operation id', 'operationId: createPresentation', 'operationId: listTemplates'],
    ['an unknown required field', 'required: [slides_total,', 'required: [slides_done, slides_total,'],
  ])('finds %s', async (_, from, to) => {
    const lines = await found(from, to);
    expect(lines.length).toBeGreaterThan(0);
    expect(lines[0]).toMatch(
      /^openapi\/presentation-generation\.v1\.yaml: \/.+, expected no violation of the rule [\w-]+$/,
    );
  });
});
