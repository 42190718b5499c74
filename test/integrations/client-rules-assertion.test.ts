import { beforeEach, describe, expect, it } from 'vitest';
import { checkClientRules } from '../../src/integrations/client-rules-assertion.js';
import { createDeckhand, type Deckhand } from '../../src/app/deckhand.js';
import type { Workspace } from '../../src/service/workspace.js';

let deckhand: Deckhand;
let workspace: Workspace;

const KEY = { authorization: 'Bearer sandbox-client-rules', 'user-agent': 'deck-app/1.0' };
const request = (path: string, init: RequestInit = {}): Promise<Response> =>
  deckhand.fetch(`http://x/api/v1${path}`, {
    ...init,
    headers: { ...KEY, 'content-type': 'application/json', ...init.headers },
  });

beforeEach(() => {
  deckhand = createDeckhand();
  workspace = deckhand.workspace('sandbox-client-rules');
});

describe('toFollowClientRules', () => {
  it('passes when the client violates no rule', async () => {
    await request('/templates');
    const { pass, message } = await checkClientRules(workspace, {}, false);
    expect([pass, message]).toEqual([
      true,
      expect.stringMatching(/^Client rules: 0 failed, \d passed; 1 exchange\.$/),
    ]);
  });

  it('passes when a client sends templateId for template_id, which is info', async () => {
    const body = '{"prompt":"Taxis","templateId":"tpl_quarterly"}';
    await request('/presentations/generate', { method: 'POST', body });
    const { pass, message } = await checkClientRules(workspace, {}, false);
    expect(pass).toBe(true);
    expect(message).toContain('info  client/request-fields-are-documented: templateId is not in the');
  });

  it('fails with rule, exchange and hint when the client violates a rule', async () => {
    await request('/presentations/p', { method: 'PATCH', body: '{"sections":[]}' });
    const { pass, message } = await checkClientRules(workspace, {}, false);
    expect(pass).toBe(false);
    expect(message).toMatch(
      /^FAIL .*\n *client\/no-slides-in-patch.*#1 PATCH .*Hint: Send only the title\..*1 failed/s,
    );
  });

  it('passes when the violated rule is ignored', async () => {
    await request('/presentations/p', { method: 'PATCH', body: '{"sections":[]}' });
    const ignoreRules = ['client/no-slides-in-patch'];
    expect(await checkClientRules(workspace, { ignoreRules }, false)).toMatchObject({ pass: true });
  });

  it.each([false, true])('fails when there were no requests (not: %s)', async (isNot) => {
    const { pass, message } = await checkClientRules(workspace, {}, isNot);
    expect(pass).toBe(isNot);
    expect(message).toMatch(/^No request used an API key of this workspace/);
  });

  it.each([
    [{ ignoreRules: ['client/no-slide-in-patch'] }, /Did you mean client\/no-slides-in-patch\?/],
    [{ ignoreRule: [] }, /Unknown option "ignoreRule". Did you mean ignoreRules\?/],
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
    expect(await judged({ singleClient: true })).toMatchObject({ pass: false });
    expect(await judged({ singleClient: false })).toMatchObject({ pass: true });
  });

  it('one poll after completed is enough to fail while the clock is controlled, and a reload is no violation', async () => {
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

  it('singleClient is the default for the sandbox of one test', async () => {
    await polled([1000]);
    const fixture = Object.assign(deckhand.workspace('sandbox-client-rules'), { hasSingleClient: true });
    expect(await checkClientRules(fixture, { timersFollowClock: true }, false)).toMatchObject({
      pass: false,
    });
    expect(await checkClientRules(workspace, { timersFollowClock: true }, false)).toMatchObject({
      pass: true,
    });
  });
});
