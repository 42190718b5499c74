import { expect, test } from 'vitest';
import { bundledScenarios } from '../../../src/generated/bundled-scenarios.js';
import { summarizeEnd } from '../../../src/panel/components/scenario-end.js';
import { summarizeTimeline } from '../../../src/service/control/scenarios.js';
import { compileOrThrow } from '../../scenario/test-scenarios.js';

const summarizeScenario = (name: string) => {
  const document = bundledScenarios[name];
  if (!document) throw new Error(`There is no scenario ${name}.`);
  return summarizeEnd(summarizeTimeline(compileOrThrow(document)));
};

test.each([
  ['happy-path', '12 s'],
  ['unanswered-question', 'fails after 32 s'],
  ['never-ends', 'stalls after 8 s'],
  ['api-disabled', 'every start gets 403'],
] as const)('the end of %s is: %s', (name, end) => {
  expect(summarizeScenario(name).end).toBe(end);
});

test('a question that fails without a reply ends the bar, and the other steps follow a reply', () => {
  const { steps, afterReply } = summarizeScenario('unanswered-question');
  expect(steps.map(({ kind }) => kind)).toEqual(['generate', 'ask', 'fail']);
  expect(afterReply.map(({ kind }) => kind)).toEqual(['generate', 'complete']);
});
