import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDeckhand, type Deckhand } from '../../src/app/deckhand.js';
import { Judge, reporters } from '../../src/judge/index.js';
import { RequestLog } from '../../src/server/log/request-log.js';
import { startServer, type RunningServer } from '../../src/server/server.js';
import { StateFile } from '../../src/server/state-file.js';

/** One key opens a workspace, the other opens none: both are secrets. */
const KEY = 'Team-Key/9f8e7d6c+5b4a=3';
const FOREIGN = 'sk-Foreign.0a1b2c3d4e5f';

/** It is in texts long before a client uses it as a key. */
const LATER = 'Later/7c6b5a4f3e';

const MARKED: unknown = expect.stringMatching(/\[redacted [\da-f]{8}\]/);

/** The value of a field, a header or a parameter whose name says that it is secret. */
const NAMED = 'n4med-s3cret';

interface Sent {
  readonly path?: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

const api = '/api/v1';
const start = `${api}/presentations/generate`;
const prompt = (text: string): Sent => ({ path: start, body: JSON.stringify({ prompt: text }) });

/** Where a client, its user or its proxy can put a key. */
const placements: Readonly<Record<string, (key: string) => Sent>> = {
  'the header of the key': (key) => ({ headers: { 'x-api-key': key } }),
  'an authorization': (key) => ({ headers: { authorization: `Bearer ${key}`, 'x-api-key': '' } }),
  'another scheme': (key) => ({ headers: { authorization: `Token ${key}` } }),
  'a header of its own': (key) => ({ headers: { 'x-note': `uses ${key}!` } }),
  'the id of a request': (key) => ({ headers: { 'x-request-id': key } }),
  'an origin': (key) => ({ headers: { origin: `https://app.example/${key}` } }),
  'any parameter': (key) => ({ path: `${api}/templates?q=${encodeURIComponent(key)}` }),
  'a path': (key) => ({ path: `${api}/presentations/${encodeURIComponent(key)}` }),
  'the page of a presentation': (key) => ({ path: `/view/ws_team/${encodeURIComponent(key)}` }),
  'a wrong path': (key) => ({ path: `/nothing/${encodeURIComponent(key)}?x=${key}` }),
  'a prompt': (key) => prompt(`A pitch with ${key} in it`),
  'a field of a body': (key) => ({
    path: start,
    body: JSON.stringify({ prompt: 'A', more: [{ deep: key }] }),
  }),
  'a broken body': (key) => ({ path: start, body: `{"prompt":"${key}` }),
  'a path of the control API': (key) => ({ path: `/_deckhand/api/${encodeURIComponent(key)}` }),
  'an input of the control API': (key) => ({
    path: '/_deckhand/api/workspaces/ws_team/scenario',
    method: 'PUT',
    body: JSON.stringify({ name: key }),
  }),
};

/** Secrets by their names. */
const named: readonly Sent[] = [
  { headers: { cookie: `session=${NAMED}` } },
  { path: `${api}/templates?access_token=${NAMED}` },
  { path: `/nothing?sig=${NAMED}` },
  { path: start, body: JSON.stringify({ prompt: 'A', settings: { password: NAMED } }) },
];

/** A response of a fault with a key in each part, also under names that have values of Deckhand elsewhere. */
const answerWith = (key: string): object => ({
  status: 500,
  headers: { 'x-note': `for ${key}`, key },
  body: { id: key, status: key, more: [`a ${key}`] },
});

/** A scenario with a key in each text. */
const scenarioWith = (key: string): object => ({
  title: `On ${key}`,
  description: `With ${key} in it.`,
  rate_limit: '1000/1s',
  match: { prompt: `only ${key}` },
  rate_limit_response: { status: 429, body: { key } },
  steps: [
    { generate: { for: '1s', current_step: `Reading ${key}`, status_fields: { id: key } } },
    { ask: { message: `Is it ${key}?`, timeout: '1s', on_timeout: 'fail', error: `No ${key}` } },
    {
      complete: { title: `On ${key}`, sections: [{ title: key, bullets: [key] }], presentation: { id: key } },
    },
  ],
  faults: [{ operation: 'listTemplates', requests: 99, answer: answerWith(key) }],
  violates: ['job/fields-fit-status'],
});

/** Keys in what a user gives the server: a scenario that jobs play, and an active fault. */
async function setUpSecrets(key: string): Promise<void> {
  const path = '/_deckhand/api/workspaces/ws_team';
  const post = { method: 'POST', headers: { 'x-api-key': '' } };
  const used = { path: `${path}/scenario`, body: JSON.stringify({ scenario: scenarioWith(key) }) };
  expect(await send({ ...post, ...used, method: 'PUT' })).toContain('ws_team');
  await send(prompt('A'));
  const fault = { operation: 'listTemplates', probability: 1e-9, response: answerWith(key) };
  expect(await send({ ...post, path: `${path}/faults`, body: JSON.stringify(fault) })).toContain(
    'listTemplates',
  );
}

let deckhand: Deckhand;
let server: RunningServer;
let folder: string;
const exits = new Map<string, string>();

async function send({ path = `${api}/templates`, method, headers = {}, body }: Sent): Promise<string> {
  const hasKey = Object.keys(headers).some((name) => name.toLowerCase() === 'x-api-key');
  const all: Record<string, string> = { ...(!hasKey && { 'x-api-key': KEY }), ...headers };
  if (body !== undefined) all['content-type'] = 'application/json';
  const response = await fetch(server.url + path, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: all,
    ...(body !== undefined && { body }),
  });
  return response.text();
}

const control = (path: string): Promise<string> =>
  send({ path: `/_deckhand/api/workspaces/ws_team${path}`, headers: { 'x-api-key': '' } });

/** A reply and a title of a finished job. */
async function replyAndRename(key: string): Promise<void> {
  const { clock } = deckhand.workspace('ws_team');
  const scenario = { 'x-deckhand-scenario': 'asks-a-question' };
  const { generation_id: id } = JSON.parse(await send({ ...prompt('A'), headers: scenario })) as {
    generation_id: string;
  };
  const view = async (): Promise<{ status: string; presentation?: { id: string } }> =>
    JSON.parse(await send({ path: `${start}/${id}/status` })) as never;
  while ((await view()).status !== 'awaiting_input') clock.advance('1s');
  await send({ path: `${start}/${id}/message`, body: JSON.stringify({ message: `It is ${key}.` }) });
  while ((await view()).status !== 'completed') clock.advance('10s');
  const { presentation } = await view();
  const path = `${api}/presentations/${presentation?.id ?? ''}`;
  await send({ path, method: 'PATCH', body: JSON.stringify({ title: `About ${key}` }) });
  await send({ path });
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'deckhand-keys-'));
  const scenarios = { listed: scenarioWith(KEY), foreign: scenarioWith(FOREIGN), later: scenarioWith(LATER) };
  deckhand = createDeckhand({ apiKeys: { [KEY]: 'ws_team' }, scenarios: scenarios as never });
  const lines = { pretty: [] as string[], json: [] as string[] };
  const bugs: unknown[] = [];
  const onBug = (error: unknown): void => void bugs.push(error);
  const advice = { setKeys: 'start with --key', allowOrigin: (origin: string) => `allow ${origin}` };
  const logs = (['pretty', 'json'] as const).map(
    (style) =>
      new RequestLog({ style, basePath: api, advice, write: (line) => lines[style].push(line), onBug }),
  );
  server = await startServer(deckhand, {
    host: '127.0.0.1',
    port: 0,
    onBug,
    onExchange: (exchange, took) => logs.forEach((log) => log.onExchange(exchange, took)),
    onPage: (page) => logs.forEach((log) => log.onPage(page)),
    onBlockedHost: (host) => logs.forEach((log) => log.onRefusedHost(host)),
    onBlockedOrigin: (origin) => logs.forEach((log) => log.onRefusedOrigin(origin)),
  });
  const file = join(folder, 'state.json');
  const kept = StateFile.open(deckhand, file, () => undefined);
  const early = JSON.parse(await control('/changes')) as { next: string };
  const problems: string[] = [];
  // An unknown key is known as soon as it was sent.
  await send({ headers: { 'x-api-key': FOREIGN } });
  for (const key of [KEY, FOREIGN]) {
    for (const placement of Object.values(placements)) {
      const sent = placement(key);
      const received = await send(sent);
      if (sent.path?.startsWith('/_deckhand/')) problems.push(received);
    }
    await replyAndRename(key);
    await setUpSecrets(key);
  }
  for (const sent of named) await send(sent);
  await send(prompt(`A pitch with ${LATER} in it`));
  await replyAndRename(LATER);
  await setUpSecrets(LATER);
  kept?.save();
  expect(readFileSync(file, 'utf8')).toContain(LATER);
  await send({ headers: { 'x-api-key': LATER } });
  await send({ path: `${api}/templates?the-last` });

  const har = await control('/journal.har?unassigned=true');
  const judge = new Judge({ baseUrl: api });
  for (const exchange of deckhand.workspace('ws_team').journal()) judge.add(exchange);
  const report = judge.report({ tool: { name: 'deckhand', version: '0' }, target: 'a test' });
  exits.set('the changes', await control(`/changes?after=${early.next}`));
  exits.set('the whole state', await control('/changes'));
  exits.set('the list of faults', await control('/faults'));
  const scenarioList = '/_deckhand/api/scenarios';
  for (const path of [
    scenarioList,
    ...Object.keys(scenarios).flatMap((name) => [
      `${scenarioList}/${name}`,
      `${scenarioList}/${name}/source`,
    ]),
  ])
    exits.set(path, await send({ path, headers: { 'x-api-key': '' } }));
  exits.set('the journal', await control('/journal?unassigned=true'));
  exits.set('the HAR file', har);
  exits.set('the list of jobs', await control('/jobs?timeline=true'));
  for (const { generation_id } of (
    JSON.parse(await control('/jobs')) as { jobs: { generation_id: string }[] }
  ).jobs)
    exits.set(`the job ${generation_id}`, await control(`/jobs/${generation_id}`));
  exits.set('the saved state', await control('/state'));
  exits.set('the report on clients', await control('/conduct'));
  for (const [format, print] of Object.entries(reporters))
    exits.set(`the report as ${format}`, print(report));
  exits.set('errors of the control API', problems.join('\n'));
  kept?.close();
  exits.set('the state file', readFileSync(file, 'utf8'));
  await Promise.all(logs.map((log) => log.close()));
  exits.set('the log', stripVTControlCharacters(lines.pretty.join('\n')));
  exits.set('the log as JSON', lines.json.join('\n'));
  expect(bugs).toEqual([]);
}, 30_000);

afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

describe.each([
  ['a key of a workspace', KEY],
  ['a key that is wrong', FOREIGN],
  ['a key that was in texts before its use', LATER],
  ['a secret by its name', NAMED],
])('%s', (_name, key) => {
  it('leaves the process at no exit', () => {
    expect([...exits.keys()].length).toBeGreaterThan(15);
    for (const [exit, text] of exits) {
      expect(text.length, exit).toBeGreaterThan(2);
      for (const spelling of [key, encodeURIComponent(key)])
        expect(excerptAround(text, spelling), exit).toBe('');
    }
  });
});

/** What is beside a key, for the message. */
function excerptAround(text: string, key: string): string {
  const at = text.indexOf(key);
  return at < 0 ? '' : text.slice(Math.max(0, at - 200), at + key.length + 50);
}

it('a saved state without keys can be loaded, and its scenarios and faults have marks', async () => {
  const other = createDeckhand({ apiKeys: { other: 'ws_team' } });
  const moment = JSON.parse(exits.get('the saved state') ?? '') as never;
  const copy = other.workspace('ws_team');
  copy.restore(moment);
  expect(copy.jobs().length).toBeGreaterThan(5);
  expect(copy.faults()).toHaveLength(3);
  expect(copy.faults()[0]?.response).toMatchObject({
    status: 500,
    body: { id: MARKED, status: MARKED },
  });
  expect(copy.startJob({ prompt: 'A' }).status_response).toMatchObject({ status: 'generating', id: MARKED });
});

it('a state file without keys can be loaded', async () => {
  const other = createDeckhand({ apiKeys: { other: 'ws_team' } });
  const file = join(folder, 'copy.json');
  writeFileSync(file, exits.get('the state file') ?? '');
  const kept = StateFile.open(other, file, () => undefined);
  expect(other.workspace('ws_team').jobs().length).toBeGreaterThan(5);
  expect(other.workspace('ws_team').faults()).toHaveLength(3);
  kept?.close();
});

it('marks stay where keys were, so that a reader can follow a client', () => {
  for (const exit of ['the journal', 'the HAR file', 'the list of jobs', 'the saved state', 'the log'])
    expect(exits.get(exit), exit).toMatch(/\[redacted [\da-f]{8}\]/);
});
