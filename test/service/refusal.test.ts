import { describe, expect, it } from 'vitest';
import { problems } from '../../src/generated/problems.js';
import { validate } from '../../src/generated/validate-full.js';
import { codeForStatus, refuse, type ProblemCode } from '../../src/service/refusal.js';

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
