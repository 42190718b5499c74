/** The order of checks in the request pipeline. */
import { expect, it } from 'vitest';
import { DEVELOPMENT_KEYS } from '../../src/app/deckhand.js';
import { recordingToHar, ReplayClient, start } from '../replay/recorded-traffic.js';
import { completingScenario } from '../scenario/test-scenarios.js';
import { ServiceHarness } from './service-harness.js';

interface RequestErrors {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
  /** In the scenario. */
  isApiDisabled: boolean;
  hasFault: boolean;
  /** In the workspace. */
  hasActiveFault: boolean;
  isOverRate: boolean;
}

/** Each reason for an error response to a start, in the documented order, with that response. */
const reasons: readonly [name: string, change: Partial<RequestErrors>, outcome: unknown][] = [
  ['route', { path: '/nothing' }, [404, 'unknown_path']],
  ['method', { method: 'DELETE' }, [405, 'method_not_allowed']],
  ['key', { headers: { 'x-api-key': 'wrong' } }, [401, 'unknown_key']],
  ['scenario', { headers: { 'x-deckhand-scenario': 'nothing' } }, [400, 'bad_request']],
  ['access', { isApiDisabled: true }, [403, 'api_disabled']],
  ['rate', { isOverRate: true }, [429, 'rate_limited']],
  ['active fault', { hasActiveFault: true }, [502, undefined]],
  ['fault', { hasFault: true }, [503, 'service_unavailable']],
  ['body', { body: '{"prompt":7}' }, [400, 'invalid_body', '/prompt']],
  [
    'operation',
    { body: '{"prompt":"Herons","template_id":"tpl_none"}' },
    [400, 'invalid_body', '/template_id'],
  ],
];

/** Sends a start with these errors. @returns status and code of the response, and the pointers to invalid fields */
async function respondTo(errors: readonly Partial<RequestErrors>[]): Promise<unknown[]> {
  // The first one of a kind decides, because a request has one path, one body and one set of headers.
  const request: Partial<RequestErrors> = Object.assign({}, ...errors.toReversed());
  const harness = ServiceHarness.of(
    completingScenario({
      ...(request.isApiDisabled && { workspace: { api_enabled: false } }),
      ...(request.hasFault && { faults: [{ operation: 'startGeneration', response: { status: 503 } }] }),
    }),
    { rateLimit: '1/1h' },
  );
  if (request.isOverRate) await harness.dev.with({ 'x-deckhand-scenario': 'only' }).templates();
  const workspace = harness.deckhand.workspace('ws_dev');
  if (request.hasActiveFault)
    workspace.addFault({ operation: 'startGeneration', response: { status: 502, body: {} } });
  const headers = Object.assign(
    { 'x-api-key': DEVELOPMENT_KEYS.ws_dev },
    ...errors.map((one) => one.headers),
  );
  const { status, body } = await harness.respond(
    {
      method: request.method ?? 'POST',
      path: request.path ?? '/presentations/generate',
      body: request.body ?? '{"prompt":"Herons"}',
    },
    { 'content-type': 'application/json', ...headers },
  );
  const { code, errors: issues = [] } = JSON.parse(body);
  return [status, code, ...issues.map(({ pointer }: { pointer: string }) => pointer)];
}

it.each(reasons.map(([name, , outcome], index) => [name, outcome, index] as const))(
  'a request with the error "%s" and all later ones gets %j',
  async (_, outcome, index) => {
    expect(await respondTo(reasons.slice(index).map(([, change]) => change))).toEqual(outcome);
  },
);

it('a request without errors succeeds', async () => {
  expect(await respondTo([])).toEqual([202, undefined]);
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
