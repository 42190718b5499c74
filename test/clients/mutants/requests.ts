/** Clients with wrong requests: the key, the body, the address. */
import type { HeaderPairs } from '../../../src/journal/exchange.js';
import type { ClientMutant, ClientContext } from '../client-scenario.js';
import { SIMULATION_KEYS } from '../simulation.js';

const HEADER = 'client/sends-key-in-header';
const ADDRESS = 'client/no-key-in-url';
const JSON_SENT = 'client/sends-json-body';
const ANNOUNCED = 'client/sends-json-content-type';
const SHAPE = 'client/request-fields-are-documented';
const SLIDES = 'client/no-slides-in-patch';
const OPERATIONS = 'client/uses-documented-operations';
const VERSION = 'client/uses-documented-version';

const JSON_TYPE: HeaderPairs = [['Content-Type', 'application/json']];

/** One wrong request after a valid one. */
const request =
  (method: string, path: string, headers: HeaderPairs, body?: string, hasKey = true) =>
  async ({ tab }: ClientContext): Promise<void> => {
    const me = tab();
    await me.templates();
    const all = [...(hasKey ? me.keyHeaders : []), ...headers];
    await me.plainly({ method, path, headers: all, ...(body !== undefined && { body }) });
  };

const started = (headers: HeaderPairs, body: string) =>
  request('POST', '/presentations/generate', headers, body);

const mutant = (
  id: string,
  title: string,
  breaks: readonly string[],
  act: ClientMutant['act'],
): ClientMutant => ({ id, title, breaks, act });

export const requests: readonly ClientMutant[] = [
  mutant(
    'sends-an-empty-key',
    'Sends an empty key.',
    [HEADER],
    request('GET', '/templates', [['x-api-key', '']], undefined, false),
  ),
  mutant(
    'sends-the-bare-key',
    'Sends the key in Authorization without Bearer.',
    [HEADER],
    request('GET', '/templates', [['Authorization', SIMULATION_KEYS.dev]], undefined, false),
  ),
  mutant(
    'sends-the-key-in-a-header-of-its-own',
    'Sends the key in a header api-key.',
    [HEADER],
    request('GET', '/templates', [['api-key', SIMULATION_KEYS.dev]], undefined, false),
  ),
  mutant(
    'sends-the-key-in-the-query',
    'Sends the key as ?api_key=.',
    [HEADER, ADDRESS],
    request('GET', `/templates?api_key=${SIMULATION_KEYS.dev}`, [], undefined, false),
  ),
  mutant(
    'sends-a-token-in-the-query',
    'Sends another credential in the query.',
    [ADDRESS],
    request('GET', '/templates?access_token=abc', []),
  ),
  mutant(
    'sends-a-form',
    'Sends a form instead of JSON.',
    [JSON_SENT, ANNOUNCED],
    started([['Content-Type', 'application/x-www-form-urlencoded']], 'prompt=Harbour+taxis'),
  ),
  mutant(
    'sends-an-object-as-text',
    'Sends an object as a string.',
    [JSON_SENT],
    started(JSON_TYPE, '[object Object]'),
  ),
  mutant(
    'says-nothing',
    'Sends JSON without a content type.',
    [ANNOUNCED],
    started([], '{"prompt":"Harbour taxis"}'),
  ),
  mutant(
    'sends-a-list-of-prompts',
    'Sends a list as the prompt.',
    [SHAPE],
    started(JSON_TYPE, '{"prompt":["Harbour taxis"]}'),
  ),
  mutant(
    'sends-a-bare-text',
    'Sends a string instead of an object.',
    [SHAPE],
    started(JSON_TYPE, '"Harbour taxis"'),
  ),
  mutant(
    'sends-an-object-as-title',
    'Renames to an object.',
    [SHAPE],
    request('PATCH', '/presentations/pres_1', JSON_TYPE, '{"title":{"en":"Taxis"}}'),
  ),
  mutant(
    'polls-with-a-body',
    'Sends a body with a poll.',
    ['client/no-undocumented-body'],
    request('GET', '/presentations/generate/gen_1/status', [...JSON_TYPE, ['Content-Length', '2']], '{}'),
  ),
  mutant(
    'patches-the-slides',
    'Changes the slides by PATCH.',
    [SLIDES],
    request('PATCH', '/presentations/pres_1', JSON_TYPE, '{"sections":[]}'),
  ),
  mutant(
    'patches-a-slide-along-with-the-title',
    'Renames, and sends new slides with it.',
    [SLIDES],
    request('PATCH', '/presentations/pres_1', JSON_TYPE, '{"title":"Taxis","slides":[{"text":"Fast"}]}'),
  ),
  mutant(
    'cancels-a-job',
    'Cancels a job.',
    [OPERATIONS],
    request('POST', '/presentations/generate/gen_1/cancel', []),
  ),
  mutant(
    'exports',
    'Exports a file.',
    [OPERATIONS],
    request('GET', '/presentations/pres_1/export?format=pdf', []),
  ),
  mutant(
    'asks-for-version-two',
    'Requests a version that is not described.',
    [VERSION],
    request('GET', 'https://decks.example/api/v2/templates', []),
  ),
  mutant(
    'asks-for-no-version',
    'Leaves the version out of the path.',
    [VERSION],
    request('GET', 'https://decks.example/api/templates', []),
  ),
  mutant(
    'sends-two-keys',
    'Sends one key in each header, and they differ.',
    ['client/sends-single-key'],
    request('GET', '/templates', [['x-api-key', 'another-key']]),
  ),
];
