import { describe, expect, it } from 'vitest';
import type { Fault } from '../../src/generated/control-api.js';
import { scenarioWithFaults, issuesOf } from './test-scenarios.js';
const POLL = 'getGenerationStatus';

describe('an error in a fault', () => {
  it.each<[string, Fault, string]>([
    [
      'a fault without an effect',
      { operation: POLL },
      '/faults/0 has no effect. Add at least one of response',
    ],
    [
      'a range of requests from large to small',
      { operation: POLL, requests: '5..3', connection: 'reset' },
      '/faults/0/requests must be a range from the smaller',
    ],
    [
      'a time since the start of a job on another operation',
      { operation: ['listTemplates', POLL], during: '3s..', connection: 'reset' },
      '/faults/0/during is a time since the start of a job. Use it only with',
    ],
    [
      'a response on a reset connection',
      { operation: POLL, connection: 'reset', response: { status: 500 } },
      '/faults/0/response has no effect: the connection is reset',
    ],
  ])('is %s', (_, fault, issue) => {
    const issues = issuesOf(scenarioWithFaults(fault));
    expect(issues).toHaveLength(1);
    expect(issues[0]).toContain(issue);
  });

  it('is a header that HTTP does not allow', () => {
    for (const headers of [{ 'bad name': 'x' }, { 'X-Bad': 'a\nb' }] as Record<string, string>[]) {
      expect(
        issuesOf(scenarioWithFaults({ operation: POLL, response: { status: 500, headers } })).join(),
      ).toContain('/faults/0/response/headers');
    }
  });

  it.each(['Content-Length', 'X-Request-Id'])('is the header %s, which the server sets', (name) => {
    const document = scenarioWithFaults({
      operation: POLL,
      response: { status: 500, headers: { [name]: '1' } },
    });
    expect(issuesOf(document)).toEqual([
      `/faults/0/response/headers/${name} is set by the server. Remove it`,
    ]);
  });
});
