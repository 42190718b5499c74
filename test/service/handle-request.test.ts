/** The order of checks in the request pipeline. */
import { expect, it } from 'vitest';
import { DEVELOPMENT_KEYS } from '../../src/app/deckhand.js';
import { recordingToHar, ReplayClient, start } from '../replay/recorded-traffic.js';
import { completingScenario } from '../scenario/test-scenarios.js';
import { Stage } from './stage.js';

interface Meeting {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
  /** In the scenario. */
  isClosed: boolean;
  isFaulty: boolean;
  /** In the workspace. */
  isArmed: boolean;
  isOverRate: boolean;
}

/** Each obstacle on the way of a start, in the documented order, with the response that it causes. */
const obstacles: readonly [name: string, change: Partial<Meeting>, outcome: unknown][] = [
  ['route', { path: '/nothing' }, [404, 'unknown_path']],
  ['method', { method: 'DELETE' }, [405, 'method_not_allowed']],
  ['key', { headers: { 'x-api-key': 'wrong' } }, [401, 'unknown_key']],
  ['scenario', { headers: { 'x-deckhand-scenario': 'nothing' } }, [400, 'bad_request']],
  ['active fault', { isArmed: true }, [502, undefined]],
  ['access', { isClosed: true }, [403, 'api_disabled']],
  ['rate', { isOverRate: true }, [429, 'rate_limited']],
  ['fault', { isFaulty: true }, [503, 'service_unavailable']],
  ['body', { body: '{"prompt":7}' }, [400, 'invalid_body', '/prompt']],
  [
    'operation',
    { body: '{"prompt":"Herons","template_id":"tpl_none"}' },
    [400, 'invalid_body', '/template_id'],
  ],
];

/** Sends a start that meets these obstacles. @returns status and code of the response, and the fields that it refuses */
async function meet(met: readonly Partial<Meeting>[]): Promise<unknown[]> {
  // The first one of a kind decides, because a request has one path, one body and one set of headers.
  const meeting: Partial<Meeting> = Object.assign({}, ...met.toReversed());
  const stage = Stage.of(
    completingScenario({
      ...(meeting.isClosed && { workspace: { api_enabled: false } }),
      ...(meeting.isFaulty && { faults: [{ operation: 'startGeneration', response: { status: 503 } }] }),
    }),
    { rateLimit: '1/1h' },
  );
  if (meeting.isOverRate) await stage.dev.with({ 'x-deckhand-scenario': 'only' }).templates();
  const workspace = stage.deckhand.workspace('ws_dev');
  if (meeting.isArmed)
    workspace.addFault({ operation: 'startGeneration', response: { status: 502, body: {} } });
  const headers = Object.assign({ 'x-api-key': DEVELOPMENT_KEYS.ws_dev }, ...met.map((one) => one.headers));
  const { status, body } = await stage.respond(
    {
      method: meeting.method ?? 'POST',
      path: meeting.path ?? '/presentations/generate',
      body: meeting.body ?? '{"prompt":"Herons"}',
    },
    { 'content-type': 'application/json', ...headers },
  );
  const { code, errors = [] } = JSON.parse(body);
  return [status, code, ...errors.map(({ pointer }: { pointer: string }) => pointer)];
}

it.each(obstacles.map(([name, , outcome], index) => [name, outcome, index] as const))(
  'a request that meets the obstacle "%s" and all later ones ends with %j',
  async (_, outcome, index) => {
    expect(await meet(obstacles.slice(index).map(([, change]) => change))).toEqual(outcome);
  },
);

it('a request that meets nothing succeeds', async () => {
  expect(await meet([])).toEqual([202, undefined]);
});

it('a recording comes before scenario and access, and an active fault comes before a recording', async () => {
  const client = new ReplayClient(recordingToHar([start(0, 'gen_7f3k')]));
  const workspace = client.deckhand.workspace('ws_dev');
  workspace.update({ plan: 'free' });
  const send = async () => {
    const headers = { 'x-deckhand-scenario': 'nothing' };
    return (await client.send(0, 'POST /presentations/generate', { prompt: 'Herons' }, headers)).status;
  };
  expect(await send()).toBe(202);
  workspace.addFault({ operation: 'startGeneration', response: { status: 502 } });
  expect(await send()).toBe(502);
});
