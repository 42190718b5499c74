import { beforeEach, describe, expect, it } from 'vitest';
import { checkClientRules } from '../../src/integrations/client-rules-assertion.js';
import { createDeckhand, type Deckhand } from '../../src/app/deckhand.js';
import type { Workspace } from '../../src/service/workspace.js';

let deckhand: Deckhand;
let workspace: Workspace;

const KEY = { authorization: 'Bearer sandbox-behaved', 'user-agent': 'deck-app/1.0' };
const request = (path: string, init: RequestInit = {}): Promise<Response> =>
  deckhand.fetch(`http://x/api/v1${path}`, {
    ...init,
    headers: { ...KEY, 'content-type': 'application/json', ...init.headers },
  });

beforeEach(() => {
  deckhand = createDeckhand();
  workspace = deckhand.workspace('sandbox-behaved');
});

describe('toFollowClientRules', () => {
  it('passes when the client broke no rule', async () => {
    await request('/templates');
    const { pass, message } = await checkClientRules(workspace, {}, false);
    expect([pass, message]).toEqual([
      true,
      expect.stringMatching(/^Client rules: 0 broken, \d kept, in 1 exchange\.$/),
    ]);
  });

  it('fails with rule, exchange and hint when the client broke a rule', async () => {
    await request('/presentations/p', { method: 'PATCH', body: '{"sections":[]}' });
    const { pass, message } = await checkClientRules(workspace, {}, false);
    expect(pass).toBe(false);
    expect(message).toMatch(
      /^FAIL .*\n *client\/leaves-the-slides-alone.*#1 PATCH .*Hint: Send only the title\..*1 broken/s,
    );
  });

  it('passes when the broken rule is excepted', async () => {
    await request('/presentations/p', { method: 'PATCH', body: '{"sections":[]}' });
    const except = ['client/no-slides-in-patch'];
    expect(await checkClientRules(workspace, { ignoreRules: except }, false)).toMatchObject({ pass: true });
  });

  it.each([false, true])('fails when there were no requests (not: %s)', async (isNot) => {
    const { pass, message } = await checkClientRules(workspace, {}, isNot);
    expect(pass).toBe(isNot);
    expect(message).toMatch(/^No request had the key of this workspace/);
  });

  it.each([
    [{ except: ['client/leaves-slides-alone'] }, /Did you mean client\/leaves-the-slides-alone\?/],
    [{ exept: [] }, /Unknown option "exept". Did you mean except\?/],
  ])('does not accept %o', async (options, message) => {
    await request('/templates');
    await expect(checkClientRules(workspace, options as object, false)).rejects.toThrow(message);
  });
});

describe('in the sandbox of one test', () => {
  const polled = async (after: readonly number[]): Promise<void> => {
    workspace.clock.pause();
    workspace.useScenario({
      title: 'Two seconds',
      description: 'A short job',
      steps: [{ generate: { for: '2s' } }, { complete: { title: 'Taxis' } }],
    });
    const start = await request('/presentations/generate', { method: 'POST', body: '{"prompt":"Taxis"}' });
    const { generation_id: id } = (await start.json()) as { generation_id: string };
    for (const ms of [0, 1000, 1000, ...after]) {
      workspace.clock.advance(ms);
      await request(`/presentations/generate/${id}/status`);
    }
  };
  const judged = (options: object): Promise<{ pass: boolean }> =>
    checkClientRules(workspace, { timersFollowClock: true, ...options }, false);

  it('one poll at the usual interval after completed is enough to fail', async () => {
    await polled([1000]);
    expect(await judged({ strict: true })).toMatchObject({ pass: false });
    expect(await judged({ strict: false })).toMatchObject({ pass: true });
  });

  it('one poll after completed is enough to fail while the clock is controlled, and a reload is no fault', async () => {
    await polled([7000]);
    expect(await judged({ singleClient: true, timersFollowClock: false })).toMatchObject({ pass: false });
    workspace.reset();
    await polled([]);
    await request('/templates');
    workspace.clock.advance(7000);
    const [job] = workspace.jobs();
    await request(`/presentations/generate/${job?.generation_id}/status`);
    expect(await judged({ singleClient: true, timersFollowClock: false })).toMatchObject({ pass: true });
  });

  it('strict is the default where one test owns the sandbox', async () => {
    await polled([1000]);
    const fixture = Object.assign(deckhand.workspace('sandbox-behaved'), { isOfOneTest: true });
    expect(await checkClientRules(fixture, { timersFollowClock: true }, false)).toMatchObject({
      pass: false,
    });
    expect(await checkClientRules(workspace, { timersFollowClock: true }, false)).toMatchObject({
      pass: true,
    });
  });
});
