import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { followed } from '../../src/cli/follow-overlay.js';
import { UserError } from '../../src/user-error.js';
import { standInPlace } from '../learn/places.js';
import { folderOf } from './temporary.js';

/** Follows a file of this text; what it warned of, and the mistake that ended it. */
async function follow(text: string, isChecked = false) {
  let warnings = '';
  vi.spyOn(process.stderr, 'write').mockImplementation((line) => Boolean((warnings += String(line))));
  const file = join(folderOf({ 'seen.yaml': text }), 'seen.yaml');
  try {
    return { following: await followed(file, isChecked), warnings, mistake: '' };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return {
      following: undefined,
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

/** Written by hand: no tool is needed to say what a service does. */
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

test('an overlay written by hand is followed', async () => {
  const { following } = await follow(byHand);
  const { send, keys } = standInPlace(following?.reshape);
  const seen = await send({ ...list, headers: { 'x-api-key': keys.first } });
  expect(JSON.parse(seen.text)).toContainEqual({ slug: 'tpl_pitch' });
  expect(await send({ ...list, headers: {} })).toMatchObject({ status: 403 });
});

test('what cannot be followed is said once, with the reason', async () => {
  const { following } = await follow(byHand);
  expect(following?.text).toMatch(
    /at 2 of 3 places\.\n {2}Not followed: What does a key get that no workspace has\?\n/,
  );
  expect(following?.text).toContain(
    '403 (2 times) and 401 (once) contradict each other; the stand-in gives the first',
  );
});

test('the answers are checked against the contract with the overlay on it', async () => {
  const { following } = await follow(byHand, true);
  const complaints: (string | undefined)[] = [];
  const ask = async (reshape = following?.reshape) => {
    const { send, keys } = standInPlace(reshape, (answer) => complaints.push(following?.check?.(answer)));
    await send({ ...list, headers: { 'x-api-key': keys.first } });
  };
  await ask();
  await ask((answer) => answer);
  expect(complaints).toEqual([
    undefined,
    expect.stringMatching(
      /^listTemplates answered 200 with a body that the overlay does not allow: the body must be array/,
    ),
  ]);
});

test('what a scenario answers on purpose is left as it is', async () => {
  const { following } = await follow(byHand);
  const { send, keys } = standInPlace(following?.reshape);
  const sent = { ...list, headers: { 'x-api-key': keys.first, 'x-deckhand-scenario': 'broken-answers' } };
  const plain = await standInPlace().send(sent);
  expect(await send(sent)).toMatchObject({ status: plain.status });
});

test.each([
  ['a: [', 'seen.yaml:1:', 'This is no YAML'],
  ['openapi: 3.1.0', 'seen.yaml:1:1:', 'This is no overlay, but an OpenAPI document'],
  [
    head.replace('1.1.0', '3.0.0') + '  - { target: $, update: {} }',
    'seen.yaml:1:1:',
    'The version cannot be "3.0.0"',
  ],
  [`${head}  - { target: '$.[', update: 1 }`, 'seen.yaml:4:', 'target is no JSONPath'],
  [`${head}  - { target: $.info, update: 1 }`, 'seen.yaml:4:', 'the value 1 cannot be merged into an object'],
  [
    `extends: petstore.yaml\n${head}  - { target: $.info, update: {} }`,
    'seen.yaml:1:1:',
    'is for another document: petstore.yaml',
  ],
  [`${head}  - { target: $.info, update: { title: x } }`, '', 'says nothing of what was seen'],
])('%j is refused with its place', async (text, place, message) => {
  const { mistake } = await follow(text);
  expect(mistake).toContain(message);
  expect(mistake.startsWith(place)).toBe(true);
});

test('an overlay that is not there is said to be not there', async () => {
  await expect(followed(join(folderOf({}), 'none.yaml'), false)).rejects.toMatchObject({
    message: expect.stringMatching(/^The overlay \S+none\.yaml cannot be read\.$/),
    hint: 'It is not there.',
  });
});

test('a target that matches nothing is named, and the rest applies', async () => {
  const { warnings, following } = await follow(`${byHand}  - target: $.paths['/boats']\n    remove: true\n`);
  expect(warnings).toMatch(
    /seen\.yaml:\d+:\d+: \$\.paths\['\/boats'\] matches nothing in the document; the action does nothing\./,
  );
  expect(following).toBeDefined();
});

test('the document that overlays are for is shipped', () => {
  const { files } = JSON.parse(readFileSync('package.json', 'utf8')) as { files: readonly string[] };
  expect(files).toContain('openapi/*.yaml');
});
