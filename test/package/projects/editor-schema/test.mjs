// The schema that an editor reads from the first line of a scenario file: it accepts the file, and shows a mistake.
import { readFileSync } from 'node:fs';
import { createDeckhand } from 'deckhand';
import Ajv from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import { same } from './journey.mjs';

const text = readFileSync('mine.yaml', 'utf8');
const [, file] = /\$schema=(\S+)/.exec(text);
const schema = JSON.parse(readFileSync(file, 'utf8'));
const validate = new Ajv({ allErrors: true, strict: false }).compile(schema);
same('the file', validate(parse(text)), true);
same('a mistake', validate(parse(text.replace('- work:', '- wrk:'))), false);
same(
  'its place',
  validate.errors.some(({ instancePath }) => instancePath.startsWith('/steps/0')),
  true,
);

const deckhand = createDeckhand({ scenarios: { mine: text }, scenario: 'mine' });
const { clock } = deckhand.workspace('ws_dev');
clock.pause();
const ask = async (method, path, body) => {
  const headers = { 'x-api-key': 'deckhand-dev-key', 'content-type': 'application/json' };
  const init = { method, headers, body: body && JSON.stringify(body) };
  const response = await deckhand.fetch(new Request(`http://127.0.0.1:4010/api/v1${path}`, init));
  return { status: response.status, body: await response.json() };
};
const { body } = await ask('POST', '/presentations/generate', { prompt: 'Harbour taxis' });
const path = `/presentations/generate/${body.generation_id}`;
same('the job', (await ask('GET', `${path}/status`)).body.status, 'generating');
same('the refused poll', (await ask('GET', `${path}/status`)).status, 429);
clock.advance('2s');
same('the question', (await ask('GET', `${path}/status`)).body.status, 'awaiting_input');
await ask('POST', `${path}/message`, { message: 'People who decide.' });
clock.advance('2s');
same('the failure', (await ask('GET', `${path}/status`)).body.error, 'The renderer stopped.');
