import { expect, test } from 'vitest';
import type { Scenario, Step } from '../../../src/generated/control-api.js';
import { describeSegment, describeTimeline } from '../../../src/panel/components/describe-timeline.js';
import { summarizeEnd } from '../../../src/panel/components/scenario-end.js';
import { summarizeTimeline } from '../../../src/service/control/scenarios.js';
import { compileOrThrow, completingScenario, scenarioOfSteps } from '../../scenario/test-scenarios.js';

const textOf = (scenario: Scenario) =>
  describeTimeline(summarizeEnd(summarizeTimeline(compileOrThrow(scenario))));
const titlesOf = (scenario: Scenario) =>
  summarizeTimeline(compileOrThrow(scenario)).segments.map((segment) => describeSegment(segment, false));

const QUESTION: Step = { ask: { message: 'Who?', timeout: '4s', on_timeout: 'continue' } };
const WORK: Step = { generate: { for: '2s..4s' } };

test.each<[string, Step[], string]>([
  ['generate', [WORK, { complete: null }], 'generates for 3 s, completes'],
  ['ask', [QUESTION, { complete: null }], 'asks for 4 s, completes'],
  [
    'ask without a timeout',
    [{ ask: { message: 'Who?' } }, { complete: null }],
    'asks without an end; after a reply: completes',
  ],
  ['complete', [{ complete: null }], 'completes'],
  ['fail', [{ fail: { error: 'It broke.' } }], 'fails'],
  ['stall', [{ stall: null }], 'stalls without an end'],
])('a screen reader gets the steps of a scenario with %s', (_, steps, text) => {
  expect(textOf(scenarioOfSteps(...steps))).toBe(`Timeline: ${text}`);
});

test('each segment has a title with its duration', () => {
  expect(titlesOf(scenarioOfSteps(WORK, QUESTION, { complete: null }))).toEqual([
    'generates for 3 s',
    'asks for 4 s',
    'completes',
  ]);
  expect(titlesOf(scenarioOfSteps({ fail: { error: 'It broke.' } }))).toEqual(['fails']);
  expect(titlesOf(scenarioOfSteps({ stall: null }))).toEqual(['stalls']);
  expect(describeSegment({ kind: 'complete', duration: 0 }, true)).toBe('After a reply: completes');
});

test('a scenario in which no job starts says so', () => {
  const rejecting = completingScenario({ workspace: { api_enabled: false } });
  expect(titlesOf(rejecting)).toEqual(['rejects every start']);
  expect(textOf(rejecting)).toBe('Timeline: rejects every start');
});
