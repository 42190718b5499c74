import { describe, expect, it } from 'vitest';
import { routes } from '../../src/generated/routes.js';
import { completingScenario } from '../scenario/test-scenarios.js';
import { validateResponse } from './validate-response.js';
import { EPOCH, ServiceHarness } from './service-harness.js';
import { wireExchange } from './wire-exchange.js';

const GOOD = { 'x-api-key': 'deckhand-dev-key' };

/** Status and code of the response to a request. */
async function outcome(harness: ServiceHarness, request: object, headers: Record<string, string> = GOOD) {
  const response = await harness.respond(request, headers);
  expect(validateResponse(response)).toEqual([]);
  return [response.status, response.body === '' ? undefined : JSON.parse(response.body).code];
}

describe('every response', () => {
  it('repeats the id of the request and forbids caching', async () => {
    const harness = new ServiceHarness();
    for (const { method, path } of routes) {
      for (const headers of [GOOD, {}]) {
        const response = await harness.respond(
          { method, path: path.replace(/\{.*?\}/, 'x'), requestId: 'abc' },
          headers,
        );
        expect(response.headers).toMatchObject({ 'X-Request-Id': 'abc', 'Cache-Control': 'no-store' });
        expect(validateResponse(response)).toEqual([]);
      }
    }
  });

  it.each([
    ['/templates/', 'Remove the trailing slash.'],
    [
      '/api/v1/templates',
      'It contains /api/v1 twice: a poll_url already starts with it, so add only the origin of the service.',
    ],
    ['/template', 'Did you mean GET /templates?'],
    ['/template/', 'Did you mean GET /templates?'],
    ['//templates', 'It contains a double slash. Did you mean GET /templates?'],
    ['/presentations//generate', 'It contains a double slash. Did you mean POST /presentations/generate?'],
    [
      '//api/v1/templates',
      'It contains a double slash. It contains /api/v1 twice: a poll_url already starts with it, so add only the origin of the service.',
    ],
    ['/decks/x/y', 'The operations are those of the contract, below /api/v1.'],
  ])('to a path with a common error has a hint: %s', async (path, hint) => {
    const { body } = await new ServiceHarness().respond({ path });
    expect(JSON.parse(body).detail).toBe(`No operation has this path. ${hint}`);
  });
});

it.each([
  ['/presentations/generation', ' Did you mean POST /presentations/generate?'],
  ['/presentations/pres_1', ''],
])(
  'to a method that a path does not support names the operation that was meant: POST %s',
  async (path, hint) => {
    const { body } = await new ServiceHarness().respond({ method: 'POST', path });
    expect(JSON.parse(body).detail).toBe(`This path supports GET, PATCH, HEAD, OPTIONS.${hint}`);
  },
);

it('a poll plays the scenario of its job, whatever its header names', async () => {
  const harness = new ServiceHarness({ scenario: 'instant' });
  const id = await harness.dev.job();
  const { status, response } = await harness.dev.with({ 'x-deckhand-scenario': 'nothing' }).poll(id);
  expect([status, response.metadata.scenario]).toEqual([200, 'instant']);
});

describe('a workspace without the API', () => {
  it('rejects every request, by its plan or by its API switch', async () => {
    const harness = new ServiceHarness();
    await harness.deckhand.arrange((data) => {
      data.workspace.update({ where: { id: { equals: 'ws_dev' } }, data: { plan: 'pro' } });
      data.workspace.update({ where: { id: { equals: 'ws_other' } }, data: { apiEnabled: false } });
    });
    for (const { method, path } of routes) {
      const request = { method, path: path.replace(/\{.*?\}/, 'x') };
      expect(await outcome(harness, request)).toEqual([403, 'api_not_in_plan']);
      const other = { 'x-api-key': 'deckhand-other-key' };
      expect(await outcome(harness, request, other)).toEqual([403, 'api_disabled']);
    }
  });

  it('exists while a scenario disables the API', async () => {
    const harness = new ServiceHarness();
    harness.deckhand.workspace('ws_dev').useScenario('api-disabled');
    expect((await harness.dev.templates()).status).toBe(403);
    expect((await harness.other.templates()).status).toBe(200);
    harness.deckhand.workspace('ws_dev').useScenario('happy-path');
    expect((await harness.dev.templates()).status).toBe(200);
    expect((await harness.dev.with({ 'x-deckhand-scenario': 'api-disabled' }).templates()).status).toBe(403);
    harness.deckhand.workspace('ws_dev').useScenario(completingScenario({ workspace: { plan: 'free' } }));
    expect((await harness.dev.templates()).body.code).toBe('api_not_in_plan');
  });
});

describe('the rate limit', () => {
  const statuses = async (count: number, send: () => Promise<{ status: number }>) => {
    const seen: number[] = [];
    for (let index = 0; index < count; index += 1) seen.push((await send()).status);
    return seen;
  };

  it('is counted for each key, over all operations, in the time of the workspace', async () => {
    const harness = new ServiceHarness({ rateLimit: '2/1m', scenario: 'instant' });
    const id = await harness.dev.job();
    expect(await statuses(2, () => harness.dev.poll(id))).toEqual([200, 429]);
    expect(await statuses(3, () => harness.other.templates())).toEqual([200, 200, 429]);
    expect((await harness.dev.templates()).headers['Retry-After']).toBe('60');
    harness.deckhand.workspace('ws_dev').clock.advance('58.5s');
    expect((await harness.dev.templates()).headers['Retry-After']).toBe('2');
    harness.deckhand.workspace('ws_dev').clock.advance('1.5s');
    expect((await harness.dev.templates()).status).toBe(200);
    expect((await harness.other.templates()).status).toBe(429);
  });

  it('of a scenario overrides that of the server', async () => {
    const harness = ServiceHarness.of(completingScenario({ rate_limit: '1/1m' }), { rateLimit: '9/1m' });
    expect(await statuses(2, () => harness.dev.templates())).toEqual([200, 429]);
  });
});

describe('the journal', () => {
  const wire = wireExchange({ endedAt: EPOCH });

  it('counts exchanges in the order in which their requests started', async () => {
    const harness = new ServiceHarness();
    const { service } = harness.deckhand;
    const slow = (await harness.dev.templates()).response;
    const quick = (await harness.dev.templates()).response;
    const second = service.record(wire, quick).toExchange();
    const first = service.record(wire, slow).toExchange();
    expect(first.sequence).toBeLessThan(second.sequence);
  });
});
