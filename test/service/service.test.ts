import { describe, expect, it } from 'vitest';
import { routes } from '../../src/generated/routes.js';
import { completingScenario } from '../scenario/test-scenarios.js';
import { validateResponse } from './validate-response.js';
import { EPOCH, Stage } from './stage.js';
import { wireExchange } from './wire-exchange.js';

const GOOD = { 'x-api-key': 'deckhand-dev-key' };

/** Status and code of the response to a request. */
async function outcome(stage: Stage, request: object, headers: Record<string, string> = GOOD) {
  const response = await stage.respond(request, headers);
  expect(validateResponse(response)).toEqual([]);
  return [response.status, response.body === '' ? undefined : JSON.parse(response.body).code];
}

describe('every response', () => {
  it('repeats the id of the request and forbids caching', async () => {
    const stage = new Stage();
    for (const { method, path } of routes) {
      for (const headers of [GOOD, {}]) {
        const response = await stage.respond(
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
    const { body } = await new Stage().respond({ path });
    expect(JSON.parse(body).detail).toBe(`No operation has this path. ${hint}`);
  });
});

it.each([
  ['/presentations/generation', ' Did you mean POST /presentations/generate?'],
  ['/presentations/pres_1', ''],
])(
  'to a method that a path does not support names the operation that was meant: POST %s',
  async (path, hint) => {
    const { body } = await new Stage().respond({ method: 'POST', path });
    expect(JSON.parse(body).detail).toBe(`This path supports GET, PATCH, HEAD, OPTIONS.${hint}`);
  },
);

it('a poll plays the scenario of its job, whatever its header names', async () => {
  const stage = new Stage({ scenario: 'instant' });
  const id = await stage.dev.job();
  const { status, response } = await stage.dev.with({ 'x-deckhand-scenario': 'nothing' }).poll(id);
  expect([status, response.metadata.scenario]).toEqual([200, 'instant']);
});

describe('a workspace without the API', () => {
  it('rejects every request, by its plan or by its API switch', async () => {
    const stage = new Stage();
    await stage.deckhand.arrange((data) => {
      data.workspace.update({ where: { id: { equals: 'ws_dev' } }, data: { plan: 'pro' } });
      data.workspace.update({ where: { id: { equals: 'ws_other' } }, data: { apiEnabled: false } });
    });
    for (const { method, path } of routes) {
      const request = { method, path: path.replace(/\{.*?\}/, 'x') };
      expect(await outcome(stage, request)).toEqual([403, 'api_not_in_plan']);
      const other = { 'x-api-key': 'deckhand-other-key' };
      expect(await outcome(stage, request, other)).toEqual([403, 'api_disabled']);
    }
  });

  it('exists while a scenario disables the API', async () => {
    const stage = new Stage();
    stage.deckhand.workspace('ws_dev').useScenario('api-disabled');
    expect((await stage.dev.templates()).status).toBe(403);
    expect((await stage.other.templates()).status).toBe(200);
    stage.deckhand.workspace('ws_dev').useScenario('happy-path');
    expect((await stage.dev.templates()).status).toBe(200);
    expect((await stage.dev.with({ 'x-deckhand-scenario': 'api-disabled' }).templates()).status).toBe(403);
    stage.deckhand.workspace('ws_dev').useScenario(completingScenario({ workspace: { plan: 'free' } }));
    expect((await stage.dev.templates()).body.code).toBe('api_not_in_plan');
  });
});

describe('the rate limit', () => {
  const statuses = async (count: number, send: () => Promise<{ status: number }>) => {
    const seen: number[] = [];
    for (let index = 0; index < count; index += 1) seen.push((await send()).status);
    return seen;
  };

  it('is counted for each key, over all operations, in the time of the workspace', async () => {
    const stage = new Stage({ rateLimit: '2/1m', scenario: 'instant' });
    const id = await stage.dev.job();
    expect(await statuses(2, () => stage.dev.poll(id))).toEqual([200, 429]);
    expect(await statuses(3, () => stage.other.templates())).toEqual([200, 200, 429]);
    expect((await stage.dev.templates()).headers['Retry-After']).toBe('60');
    stage.deckhand.workspace('ws_dev').clock.advance('58.5s');
    expect((await stage.dev.templates()).headers['Retry-After']).toBe('2');
    stage.deckhand.workspace('ws_dev').clock.advance('1.5s');
    expect((await stage.dev.templates()).status).toBe(200);
    expect((await stage.other.templates()).status).toBe(429);
  });

  it('of a scenario overrides that of the server', async () => {
    const stage = Stage.of(completingScenario({ rate_limit: '1/1m' }), { rateLimit: '9/1m' });
    expect(await statuses(2, () => stage.dev.templates())).toEqual([200, 429]);
  });
});

describe('the journal', () => {
  const wire = wireExchange({ endedAt: EPOCH });

  it('counts exchanges in the order in which their requests started', async () => {
    const stage = new Stage();
    const { service } = stage.deckhand;
    const slow = (await stage.dev.templates()).response;
    const quick = (await stage.dev.templates()).response;
    const second = service.record(wire, quick).toExchange();
    const first = service.record(wire, slow).toExchange();
    expect(first.sequence).toBeLessThan(second.sequence);
  });
});
