import { describe, expect, it } from 'vitest';
import type { Fault } from '../../src/generated/control-api.js';
import { scenarioWithFaults, issuesOf, completingScenario } from './test-scenarios.js';

const declaring = (fault: Fault, violates: string[]) => completingScenario({ faults: [fault], violates });
const JSON_RULE = 'response/success-body-is-json';
const PRESENTATION = {
  id: 'pres_1',
  title: 'T',
  workspace_id: 'ws_dev',
  sections: [],
  is_public: false,
  url: 'http://127.0.0.1:4010/view/ws_dev/pres_1',
  created_at: '2026-01-15T09:30:12.000Z',
  updated_at: '2026-01-15T09:30:12.000Z',
};

describe('a scenario is rejected', () => {
  it.each<[string, Fault, string]>([
    [
      'when a body is not JSON',
      { operation: 'getPresentation', corrupt: 'malformed' },
      `/faults/0/corrupt violates the contract. If you want that, declare it: violates: [${JSON_RULE}]`,
    ],
    [
      'when a body does not have the documented shape',
      { operation: 'getPresentation', response: { status: 200, body: { ...PRESENTATION, title: 5 } } },
      '/faults/0/response violates the contract: the body of getPresentation, at /title, must be a string',
    ],
  ])('%s', (_, fault, issue) => {
    const issues = issuesOf(scenarioWithFaults(fault));
    expect(issues).toHaveLength(1);
    expect(issues[0]).toContain(issue);
  });
});

describe('a scenario is accepted', () => {
  it.each<[string, Fault]>([
    [
      'when an error response has any body',
      { operation: 'startGeneration', response: { status: 503, body: 'closed' } },
    ],
    [
      'when the body has the documented shape',
      { operation: 'getPresentation', response: { status: 200, body: PRESENTATION } },
    ],
    [
      'when the spec does not define the status',
      { operation: 'createPresentation', response: { status: 204 } },
    ],
  ])('%s', (_, fault) => {
    expect(issuesOf(scenarioWithFaults(fault))).toEqual([]);
  });

  it('when it declares the rule that it violates', () => {
    expect(issuesOf(declaring({ operation: 'getPresentation', corrupt: 'malformed' }, [JSON_RULE]))).toEqual(
      [],
    );
    expect(
      issuesOf(
        declaring({ operation: 'getPresentation', response: { status: 200, body: {} } }, [
          'presentation/has-a-title',
        ]),
      ),
    ).toEqual([]);
  });

  it('not when a corrupt body violates another rule than the declared one', () => {
    const document = declaring({ operation: 'getPresentation', corrupt: 'malformed' }, [
      'presentation/has-a-title',
    ]);
    expect(issuesOf(document)).toEqual([expect.stringContaining(JSON_RULE)]);
  });
});
