import { describe, expect, it } from 'vitest';
import { routes } from '../../src/generated/routes.js';
import { playing, story } from '../scenario/documents.js';
import { differences } from './full-profile.js';
import { EPOCH, Stage } from './stage.js';

const GOOD = { 'x-api-key': 'deckhand-dev-key' };
const POLL_RESET = story({ faults: [{ on: 'listTemplates', connection: 'reset' }] });

/** Status and code of the answer to a request. */
async function answered(stage: Stage, request: object, headers: Record<string, string> = GOOD) {
  const answer = await stage.answer(request, headers);
  expect(differences(answer)).toEqual([]);
  return [answer.status, answer.body === '' ? undefined : JSON.parse(answer.body).code];
}

describe('a request is looked at in order:', () => {
  const stage = Stage.of(playing({ complete: null }), { rateLimit: '1/1h' });
  const start = { method: 'POST', path: '/presentations/generate', body: '{' };

  it('path, method, key, scenario, rate, body', async () => {
    expect(await answered(stage, { path: '/nothing' }, {})).toEqual([404, 'unknown_path']);
    expect(await answered(stage, { method: 'DELETE' }, {})).toEqual([405, 'method_not_allowed']);
    expect(await answered(stage, start, {})).toEqual([401, 'missing_key']);
    expect(await answered(stage, start, { 'x-api-key': 'wrong' })).toEqual([401, 'unknown_key']);
    const unknownScenario = { ...GOOD, 'x-deckhand-scenario': 'nothing' };
    expect(await answered(stage, start, unknownScenario)).toEqual([400, 'bad_request']);
    expect(await answered(stage, start)).toEqual([415, 'unsupported_media_type']);
    expect(await answered(stage, start)).toEqual([429, 'rate_limited']);
  });

  it('access before rate and fault', async () => {
    const closed = Stage.of({ ...POLL_RESET, workspace: { api_enabled: false } }, { rateLimit: '1/1h' });
    expect(await answered(closed, {})).toEqual([403, 'api_disabled']);
    expect(await answered(closed, {})).toEqual([403, 'api_disabled']);
  });

  it('a fault before the body', async () => {
    const broken = Stage.of(story({ faults: [{ on: 'startGeneration', answer: { status: 503 } }] }));
    expect(await answered(broken, start)).toEqual([503, 'service_unavailable']);
  });
});

describe('every answer', () => {
  it('repeats the name of the request and is not to be stored', async () => {
    const stage = new Stage();
    for (const { method, path } of routes) {
      for (const headers of [GOOD, {}]) {
        const answer = await stage.answer(
          { method, path: path.replace(/\{.*?\}/, 'x'), requestId: 'abc' },
          headers,
        );
        expect(answer.headers).toMatchObject({ 'X-Request-Id': 'abc', 'Cache-Control': 'no-store' });
        expect(differences(answer)).toEqual([]);
      }
    }
  });

  it('to OPTIONS names the methods and has no body', async () => {
    const answer = await new Stage().answer({ method: 'OPTIONS', path: '/presentations/x' });
    expect(answer).toMatchObject({
      status: 204,
      body: '',
      headers: { Allow: 'GET, PATCH, HEAD, OPTIONS' },
    });
    expect(answer.headers).not.toHaveProperty('Content-Type');
  });

  it('to a wrong method names the right ones', async () => {
    const answer = await new Stage().answer({ method: 'PUT', path: '/templates' });
    expect(answer).toMatchObject({ status: 405, headers: { Allow: 'GET, HEAD, OPTIONS' } });
  });

  it('to HEAD is that to GET', async () => {
    const stage = new Stage();
    const { sequence: _, ...get } = await stage.answer({}, GOOD);
    expect(await stage.answer({ method: 'HEAD' }, GOOD)).toMatchObject(get);
  });

  it('notes what it was about', async () => {
    const stage = new Stage({ scenario: 'instant' });
    const id = await stage.dev.job();
    expect((await stage.dev.poll(id)).answer.notes).toEqual({
      operationId: 'getGenerationStatus',
      workspaceId: 'ws_dev',
      scenario: 'instant',
      generationId: id,
      jobStatus: 'completed',
    });
    expect((await stage.answer({}, {})).notes).toEqual({
      operationId: 'listTemplates',
      problem: 'missing_key',
    });
    expect((await stage.answer({ path: '/nothing' })).notes).toEqual({ problem: 'unknown_path' });
  });
});

describe('a workspace without the API', () => {
  it('is refused everything, by its plan or by its switch', async () => {
    const stage = new Stage();
    await stage.deckhand.arrange((data) => {
      data.workspace.update({ where: { id: { equals: 'ws_dev' } }, data: { plan: 'pro' } });
      data.workspace.update({ where: { id: { equals: 'ws_other' } }, data: { apiEnabled: false } });
    });
    for (const { method, path } of routes) {
      const request = { method, path: path.replace(/\{.*?\}/, 'x') };
      expect(await answered(stage, request)).toEqual([403, 'api_not_in_plan']);
      const other = { 'x-api-key': 'deckhand-other-key' };
      expect(await answered(stage, request, other)).toEqual([403, 'api_disabled']);
    }
  });

  it('is one for as long as a scenario says so', async () => {
    const stage = new Stage();
    stage.deckhand.workspace('ws_dev').use('api-disabled');
    expect((await stage.dev.templates()).status).toBe(403);
    expect((await stage.other.templates()).status).toBe(200);
    stage.deckhand.workspace('ws_dev').use('happy-path');
    expect((await stage.dev.templates()).status).toBe(200);
    expect((await stage.dev.with({ 'x-deckhand-scenario': 'api-disabled' }).templates()).status).toBe(403);
  });
});

describe('the rate', () => {
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
    stage.deckhand.workspace('ws_dev').clock.advance('59s');
    expect((await stage.dev.templates()).headers['Retry-After']).toBe('1');
    stage.deckhand.workspace('ws_dev').clock.advance('1s');
    expect((await stage.dev.templates()).status).toBe(200);
    expect((await stage.other.templates()).status).toBe(429);
  });

  it("of a scenario goes before the server's", async () => {
    const stage = Stage.of(story({ rate_limit: '1/1m' }), { rateLimit: '9/1m' });
    expect(await statuses(2, () => stage.dev.templates())).toEqual([200, 429]);
  });

  it('is none unless somebody wants one', async () => {
    const stage = new Stage();
    expect(new Set(await statuses(100, () => stage.dev.templates()))).toEqual(new Set([200]));
  });
});

describe('a reset', () => {
  it('forgets what the clients of one workspace did, and nothing of the others', async () => {
    const stage = new Stage({ scenario: 'instant' });
    const [mine, theirs] = [await stage.dev.job(), await stage.other.job()];
    await stage.deckhand.service.reset('ws_dev', stage.at);
    expect((await stage.dev.poll(mine)).status).toBe(404);
    expect((await stage.other.poll(theirs)).status).toBe(200);
  });

  it('is followed by the same run again', async () => {
    const stage = new Stage({ scenario: 'instant' });
    const first = (await stage.dev.poll(await stage.dev.job())).body;
    await stage.deckhand.service.reset('ws_dev', stage.at);
    expect((await stage.dev.poll(await stage.dev.job())).body).toEqual(first);
  });
});

describe('the journal', () => {
  const wire = { endedAt: EPOCH, request: { method: 'GET', url: '/', headers: [] } };
  const journal = (stage: Stage, id: string) =>
    stage.deckhand.service
      .workspace(id, EPOCH)
      .journal.exchanges()
      .map(({ sequence }) => sequence);

  it('of a workspace has what its keys sent; what opened none has one of its own', async () => {
    const stage = new Stage();
    const { service } = stage.deckhand;
    service.record(wire, (await stage.dev.templates()).answer);
    service.record(wire, (await stage.other.templates()).answer);
    service.record(wire, await stage.answer({}, {}));
    service.record(wire, await stage.answer({ path: '/nothing' }, GOOD));
    expect([journal(stage, 'ws_dev'), journal(stage, 'ws_other'), journal(stage, '')]).toEqual([
      [1],
      [2],
      [3, 4],
    ]);
  });

  it('counts exchanges in the order in which their requests began', async () => {
    const stage = new Stage();
    const { service } = stage.deckhand;
    const slow = (await stage.dev.templates()).answer;
    const quick = (await stage.dev.templates()).answer;
    const second = service.record(wire, quick);
    const first = service.record(wire, slow);
    expect(first.sequence).toBeLessThan(second.sequence);
  });
});

it('a service answers however far its clock was put forward', async () => {
  const stage = new Stage();
  stage.deckhand.workspace('ws_dev').clock.advance(Number.MAX_SAFE_INTEGER);
  expect((await stage.dev.create({ template_id: 'tpl_pitch' })).status).toBe(201);
});
