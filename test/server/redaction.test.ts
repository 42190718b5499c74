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

/** A key of a workspace, and an unknown one: both are secrets. */
const KEY = 'Team-Key/9f8e7d6c+5b4a=3';
const UNKNOWN = 'sk-Unknown.0a1b2c3d4e5f';

/** A key that occurs in texts before a client uses it. */
const LATER = 'Later/7c6b5a4f3e';

const MARKED: unknown = expect.stringMatching(/\[redacted [\da-f]{8}\]/);

/** The value of a field, a header or a parameter with the name of a secret. */
const NAMED = 'n4med-s3cret';

interface TestRequest {
  readonly path?: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

const api = '/api/v1';
const start = `${api}/presentations/generate`;
const prompt = (text: string): TestRequest => ({ path: start, body: JSON.stringify({ prompt: text }) });

/** Where a client, its user or its proxy can put a key. */
const placements: Readonly<Record<string, (key: string) => TestRequest>> = {
  'the header of the key': (key) => ({ headers: { 'x-api-key': key } }),
  'an authorization': (key) => ({ headers: { authorization: `Bearer ${key}`, 'x-api-key': '' } }),
  'another scheme': (key) => ({ headers: { authorization: `Token ${key}` } }),
  'a header of its own': (key) => ({ headers: { 'x-note': `uses ${key}!` } }),
  'the id of a request': (key) => ({ headers: { 'x-request-id': key } }),
  'an origin': (key) => ({ headers: { origin: `https://app.example/${key}` } }),
  'any parameter': (key) => ({ path: `${api}/templates?q=${encodeURIComponent(key)}` }),
  'a path': (key) => ({ path: `${api}/presentations/${encodeURIComponent(key)}` }),
  'the page of a presentation': (key) => ({ path: `/view/ws_team/${encodeURIComponent(key)}` }),
  'an unknown path': (key) => ({ path: `/nothing/${encodeURIComponent(key)}?x=${key}` }),
  'a prompt': (key) => prompt(`A pitch with ${key} in it`),
  'a field of a body': (key) => ({
    path: start,
    body: JSON.stringify({ prompt: 'A', more: [{ deep: key }] }),
  }),
  'an invalid body': (key) => ({ path: start, body: `{"prompt":"${key}` }),
  'a path of the control API': (key) => ({ path: `/_deckhand/api/${encodeURIComponent(key)}` }),
  'an input of the control API': (key) => ({
    path: '/_deckhand/api/workspaces/ws_team/scenario',
    method: 'PUT',
    body: JSON.stringify({ name: key }),
  }),
};

/** Secrets by their names. */
const named: readonly TestRequest[] = [
  { headers: { cookie: `session=${NAMED}` } },
  { path: `${api}/templates?access_token=${NAMED}` },
  { path: `/nothing?sig=${NAMED}` },
  { path: start, body: JSON.stringify({ prompt: 'A', settings: { password: NAMED } }) },
];

/** A response of a fault with a key in each part, also under names that have values of Deckhand elsewhere. */
const responseWith = (key: string): object => ({
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
    { generate: { for: '1s', current_step: `Reading ${key}`, status_fields: { note: key } } },
    { ask: { message: `Is it ${key}?`, timeout: '1s', on_timeout: 'fail', error: `No ${key}` } },
    {
      complete: {
        title: `On ${key}`,
        sections: [{ title: key, bullets: [key] }],
        presentation: { note: key },
      },
    },
  ],
  faults: [{ operation: 'listTemplates', requests: 99, response: responseWith(key) }],
  violates: ['job/terminal-status-is-final'],
});

/** Adds a key to the input of a user: a scenario that jobs use, and an active fault. */
async function setUpSecrets(key: string): Promise<void> {
  const path = '/_deckhand/api/workspaces/ws_team';
  const post = { method: 'POST', headers: { 'x-api-key': '' } };
  const used = { path: `${path}/scenario`, body: JSON.stringify({ scenario: scenarioWith(key) }) };
  expect(await send({ ...post, ...used, method: 'PUT' })).toContain('ws_team');
  await send(prompt('A'));
  const fault = { operation: 'listTemplates', probability: 1e-9, response: responseWith(key) };
  expect(await send({ ...post, path: `${path}/faults`, body: JSON.stringify(fault) })).toContain(
    'listTemplates',
  );
}

let deckhand: Deckhand;
let server: RunningServer;
let folder: string;
const outputs = new Map<string, string>();

async function send({ path = `${api}/templates`, method, headers = {}, body }: TestRequest): Promise<string> {
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
  const scenarios = { listed: scenarioWith(KEY), unknown: scenarioWith(UNKNOWN), later: scenarioWith(LATER) };
  deckhand = createDeckhand({ apiKeys: { [KEY]: 'ws_team' }, scenarios: scenarios as never });
  const lines = { pretty: [] as string[], json: [] as string[] };
  const bugs: unknown[] = [];
  const onBug = (error: unknown): void => void bugs.push(error);
  const hints = { setKeys: 'start with --api-key', allowOrigin: (origin: string) => `allow ${origin}` };
  const logs = (['pretty', 'json'] as const).map(
    (style) =>
      new RequestLog({ style, basePath: api, hints, write: (line) => lines[style].push(line), onBug }),
  );
  server = await startServer(deckhand, {
    host: '127.0.0.1',
    port: 0,
    onBug,
    onExchange: (exchange, durationMs) => logs.forEach((log) => log.onExchange(exchange, durationMs)),
    onPage: (page) => logs.forEach((log) => log.onPage(page)),
    onBlockedHost: (host) => logs.forEach((log) => log.onBlockedHost(host)),
    onBlockedOrigin: (origin) => logs.forEach((log) => log.onBlockedOrigin(origin)),
  });
  const file = join(folder, 'state.json');
  const stateFile = StateFile.open(deckhand, file, () => undefined);
  const early = JSON.parse(await control('/changes')) as { cursor: string };
  const problems: string[] = [];
  // An unknown key is redacted from its first request on.
  await send({ headers: { 'x-api-key': UNKNOWN } });
  for (const key of [KEY, UNKNOWN]) {
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
  stateFile.save();
  expect(readFileSync(file, 'utf8')).toContain(LATER);
  await send({ headers: { 'x-api-key': LATER } });
  await send({ path: `${api}/templates?the-last` });

  const har = await control('/journal.har?include_unassigned=true');
  const judge = new Judge({ baseUrl: api });
  for (const exchange of deckhand.workspace('ws_team').journal()) judge.add(exchange);
  const report = judge.report({ tool: { name: 'deckhand', version: '0' }, target: 'a test' });
  outputs.set('the changes', await control(`/changes?cursor=${early.cursor}`));
  outputs.set('all changes', await control('/changes'));
  outputs.set('the list of faults', await control('/faults'));
  const scenarioList = '/_deckhand/api/scenarios';
  for (const path of [
    scenarioList,
    ...Object.keys(scenarios).flatMap((name) => [
      `${scenarioList}/${name}`,
      `${scenarioList}/${name}/source`,
    ]),
  ])
    outputs.set(path, await send({ path, headers: { 'x-api-key': '' } }));
  outputs.set('the journal', await control('/journal?include_unassigned=true'));
  outputs.set('the HAR file', har);
  outputs.set('the list of jobs', await control('/jobs?include_timeline=true'));
  for (const { generation_id } of (
    JSON.parse(await control('/jobs')) as { jobs: { generation_id: string }[] }
  ).jobs)
    outputs.set(`the job ${generation_id}`, await control(`/jobs/${generation_id}`));
  outputs.set('the snapshot', await control('/snapshot'));
  outputs.set('the client report', await control('/client-report'));
  for (const [format, print] of Object.entries(reporters))
    outputs.set(`the report as ${format}`, print(report));
  outputs.set('errors of the control API', problems.join('\n'));
  stateFile.close();
  outputs.set('the state file', readFileSync(file, 'utf8'));
  await Promise.all(logs.map((log) => log.close()));
  outputs.set('the log', stripVTControlCharacters(lines.pretty.join('\n')));
  outputs.set('the log as JSON', lines.json.join('\n'));
  expect(bugs).toEqual([]);
}, 30_000);

afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

describe.each([
  ['a key of a workspace', KEY],
  ['an unknown key', UNKNOWN],
  ['a key that was in texts before its use', LATER],
  ['a secret by its name', NAMED],
])('%s', (_name, key) => {
  it('is in no output of the process', () => {
    expect([...outputs.keys()].length).toBeGreaterThan(15);
    for (const [output, text] of outputs) {
      expect(text.length, output).toBeGreaterThan(2);
      for (const spelling of [key, encodeURIComponent(key)])
        expect(excerptAround(text, spelling), output).toBe('');
    }
  });
});

/** The text around a key, for the message. */
function excerptAround(text: string, key: string): string {
  const at = text.indexOf(key);
  return at < 0 ? '' : text.slice(Math.max(0, at - 200), at + key.length + 50);
}

it('a snapshot without keys can be restored, and its scenarios and faults have redaction marks', async () => {
  const other = createDeckhand({ apiKeys: { other: 'ws_team' } });
  const snapshot = JSON.parse(outputs.get('the snapshot') ?? '') as never;
  const copy = other.workspace('ws_team');
  copy.restore(snapshot);
  expect(copy.jobs().length).toBeGreaterThan(5);
  expect(copy.faults()).toHaveLength(3);
  expect(copy.faults()[0]?.response).toMatchObject({
    status: 500,
    body: { id: MARKED, status: MARKED },
  });
  expect(copy.startJob({ prompt: 'A' }).status_response).toMatchObject({
    status: 'generating',
    note: MARKED,
  });
});

it('a state file without keys can be restored', async () => {
  const other = createDeckhand({ apiKeys: { other: 'ws_team' } });
  const file = join(folder, 'copy.json');
  writeFileSync(file, outputs.get('the state file') ?? '');
  const stateFile = StateFile.open(other, file, () => undefined);
  expect(other.workspace('ws_team').jobs().length).toBeGreaterThan(5);
  expect(other.workspace('ws_team').faults()).toHaveLength(3);
  stateFile.close();
});

it('redaction marks replace keys, so that a client can be traced', () => {
  for (const output of ['the journal', 'the HAR file', 'the list of jobs', 'the snapshot', 'the log'])
    expect(outputs.get(output), output).toMatch(/\[redacted [\da-f]{8}\]/);
});
