import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { imitateOverlay } from '../../src/cli/imitate-overlay.js';
import { UserError } from '../../src/base/user-error.js';
import { mockService } from '../learn/services.js';
import { folderOf } from './temporary.js';

/** Imitates an overlay file with this text. Returns the warnings, and the error if there is one. */
async function imitate(text: string, isChecked = false) {
  let warnings = '';
  vi.spyOn(process.stderr, 'write').mockImplementation((line) => Boolean((warnings += String(line))));
  const file = join(folderOf({ 'seen.yaml': text }), 'seen.yaml');
  try {
    return { imitation: await imitateOverlay(file, isChecked), warnings, mistake: '' };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return {
      imitation: undefined,
      warnings,
      mistake: error.format().slice(file.length - 'seen.yaml'.length),
    };
  } finally {
    vi.restoreAllMocks();
  }
}

const head = `overlay: 1.1.0
info: { title: Seen, version: '1' }
actions:
`;

/** An overlay written by hand. */
const byHand = `${head}  - target: $.components.schemas.TemplateList.allOf
    remove: true
  - target: $.components.schemas.TemplateList
    update:
      type: array
      items: { type: object, required: [slug], properties: { slug: { type: string } } }
      x-observed: { count: 1, date: '2026-01-15', answers: { application/json: 1 } }
  - target: $.components.schemas.Problem
    update:
      x-observed:
        refusals:
          missing_key: { count: 2, date: '2026-01-15', answers: { '403': 2 } }
          unknown_key: { count: 3, date: '2026-01-15', answers: { '403': 2, '401': 1 } }
`;

const list = { method: 'GET', path: '/api/v1/templates' };

test('Deckhand imitates an overlay written by hand', async () => {
  const { imitation } = await imitate(byHand);
  const { send, keys } = mockService(imitation?.reshape);
  const received = await send({ ...list, headers: { 'x-api-key': keys.first } });
  expect(JSON.parse(received.text)).toContainEqual({ slug: 'tpl_pitch' });
  expect(await send({ ...list, headers: {} })).toMatchObject({ status: 403 });
});

test('the summary lists the limited places with the reason', async () => {
  const { imitation } = await imitate(byHand);
  expect(imitation?.text).toMatch(/in 2 of 3 places\.\n {2}Not imitated: Response to an unknown key\n/);
  expect(imitation?.text).toContain(
    '403 (2 times) and 401 (once) contradict each other. Deckhand gives the first',
  );
});

test('the check uses the contract with the overlay', async () => {
  const { imitation } = await imitate(byHand, true);
  const violations: (string | undefined)[] = [];
  const ask = async (reshape = imitation?.reshape) => {
    const { send, keys } = mockService(reshape, (answer) => violations.push(imitation?.check?.(answer)));
    await send({ ...list, headers: { 'x-api-key': keys.first } });
  };
  await ask();
  await ask((answer) => answer);
  expect(violations).toEqual([
    undefined,
    expect.stringMatching(
      /^listTemplates answered 200 with a body that the overlay does not allow: the body must be array/,
    ),
  ]);
});

test('the faults of a scenario stay the same', async () => {
  const { imitation } = await imitate(byHand);
  const { send, keys } = mockService(imitation?.reshape);
  const sent = { ...list, headers: { 'x-api-key': keys.first, 'x-deckhand-scenario': 'broken-answers' } };
  const plain = await mockService().send(sent);
  expect(await send(sent)).toMatchObject({ status: plain.status });
});

test.each([
  ['a: [', 'seen.yaml:1:', 'This is not valid YAML'],
  ['openapi: 3.1.0', 'seen.yaml:1:1:', 'This is not an overlay but an OpenAPI document'],
  [
    head.replace('1.1.0', '3.0.0') + '  - { target: $, update: {} }',
    'seen.yaml:1:1:',
    'The version cannot be "3.0.0"',
  ],
  [`${head}  - { target: '$.[', update: 1 }`, 'seen.yaml:4:', 'target is not a JSONPath'],
  [`${head}  - { target: $.info, update: 1 }`, 'seen.yaml:4:', 'the value 1 cannot be merged into an object'],
  [
    `extends: petstore.yaml\n${head}  - { target: $.info, update: {} }`,
    'seen.yaml:1:1:',
    'is for another document: petstore.yaml',
  ],
  [`${head}  - { target: $.info, update: { title: x } }`, '', 'has no observations'],
])('%j is an error with its place', async (text, place, message) => {
  const { mistake } = await imitate(text);
  expect(mistake).toContain(message);
  expect(mistake.startsWith(place)).toBe(true);
});

test('a missing overlay file is an error', async () => {
  await expect(imitateOverlay(join(folderOf({}), 'none.yaml'), false)).rejects.toMatchObject({
    message: expect.stringMatching(/^The overlay \S+none\.yaml cannot be read\.$/),
    hint: 'It is not there.',
  });
});

test('an action without a match is a warning, and the others apply', async () => {
  const { warnings, imitation } = await imitate(`${byHand}  - target: $.paths['/boats']\n    remove: true\n`);
  expect(warnings).toMatch(
    /seen\.yaml:\d+:\d+: \$\.paths\['\/boats'\] matches nothing in the document; the action has no effect\./,
  );
  expect(imitation).toBeDefined();
});

test('the document of the overlays is in the package', () => {
  const { files } = JSON.parse(readFileSync('package.json', 'utf8')) as { files: readonly string[] };
  expect(files).toContain('openapi/*.yaml');
});
