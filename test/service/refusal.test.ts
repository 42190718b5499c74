import { describe, expect, it } from 'vitest';
import { problems } from '../../src/generated/problems.js';
import { validate } from '../../src/generated/validate-full.js';
import type { Scenario } from '../../src/generated/control-api.js';
import { refuseAccess } from '../../src/service/play.js';
import { codeForStatus, refuse, refuseRate, type ProblemCode } from '../../src/service/refusal.js';
import type { Plan, WorkspaceRow } from '../../src/service/store/directory-rows.js';
import { story, timelineOf } from '../scenario/documents.js';

const codes = Object.keys(problems) as ProblemCode[];

describe('a refusal', () => {
  it.each(codes)('%s has the status and title of the contract', (code) => {
    const { status, headers, content, problem } = refuse(code, 'This time.', 'request-1');
    expect(status).toBe(problems[code].status);
    expect(headers).toEqual({});
    expect(problem).toBe(code);
    expect(content).toMatchObject({
      ...problems[code],
      type: 'about:blank',
      detail: 'This time.',
      code,
      request_id: 'request-1',
    });
    expect(validate('Problem', content)).toEqual([]);
  });

  it('lists mistakes, has headers and can have another status', () => {
    const errors = [{ pointer: '/title', detail: 'is required' }];
    expect(
      refuse('bad_request', 'D', 'r', { errors, headers: { 'X-More': 'yes' }, status: 418 }),
    ).toMatchObject({
      status: 418,
      headers: { 'X-More': 'yes' },
      content: { status: 418, errors },
    });
  });
});

describe('the code for a status', () => {
  it('has that status, for every status of the contract', () => {
    for (const { status } of Object.values(problems))
      expect(problems[codeForStatus(status)].status).toBe(status);
  });

  it('is the general one for any other status', () => {
    expect([codeForStatus(418), codeForStatus(507)]).toEqual(['bad_request', 'internal_error']);
  });
});

const workspace = (plan: Plan, apiEnabled = true): WorkspaceRow => ({
  id: 'amber',
  name: 'Amber',
  plan,
  apiEnabled,
});

/** The code of the refusal, if there is one. */
function access(row: WorkspaceRow, told?: Scenario['workspace']) {
  const refusal = refuseAccess(row, timelineOf(story(told && { workspace: told })), 'request-1');
  return refusal && [refusal.status, (refusal.content as { code: string }).code];
}

describe('access', () => {
  it.each<[Plan, unknown]>([
    ['free', [403, 'api_not_in_plan']],
    ['pro', [403, 'api_not_in_plan']],
    ['max', undefined],
    ['business', undefined],
  ])('on the plan %s: %j', (plan, refusal) => {
    expect(access(workspace(plan))).toEqual(refusal);
  });

  it('ends with the switch', () => {
    expect(access(workspace('max', false))).toEqual([403, 'api_disabled']);
  });

  it('follows the scenario in both directions', () => {
    expect(access(workspace('max'), { plan: 'free' })).toEqual([403, 'api_not_in_plan']);
    expect(access(workspace('free'), { plan: 'max' })).toBeUndefined();
    expect(access(workspace('max'), { api_enabled: false })).toEqual([403, 'api_disabled']);
    expect(access(workspace('max', false), { api_enabled: true })).toBeUndefined();
    expect(access(workspace('free', false), { api_enabled: true })).toEqual([403, 'api_not_in_plan']);
  });
});

describe('a request over the rate', () => {
  it.each([
    [1, '1'],
    [1000, '1'],
    [1001, '2'],
    [59_999, '60'],
  ])('that has to wait %d ms is told to come back in %s seconds', (wait, seconds) => {
    const { status, headers, content } = refuseRate({ requests: 20, window: 60_000 }, wait, 'request-1');
    expect(status).toBe(429);
    expect(headers).toEqual({ 'Retry-After': seconds });
    expect(content).toMatchObject({
      code: 'rate_limited',
      detail: expect.stringContaining(`in ${seconds} seconds`),
    });
  });
});
