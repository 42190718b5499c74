import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { timelineChart } from '../../src/cli/timeline-chart.js';
import type { Scenario } from '../../src/generated/control-api.js';
import { bundledScenarios } from '../../src/generated/bundled-scenarios.js';
import {
  scenarioWithFaults,
  scenarioOfSteps,
  completingScenario,
  compileOrThrow,
} from '../scenario/test-scenarios.js';

const chart = (scenario: Scenario): string =>
  stripVTControlCharacters(timelineChart(compileOrThrow(scenario)));
/** The bar, and the lines below it. */
function parts(scenario: Scenario) {
  const [, bar = '', , ...lines] = chart(scenario).split('\n');
  return { bar: bar.trim(), lines: lines.map((line) => line.trim()) };
}

describe('the chart of a timeline', () => {
  it('has a bar, and a line for each step', () => {
    const scenario = scenarioOfSteps(
      { generate: { for: '2s', tokens: '0..90', current_step: 'Reading' } },
      { ask: { message: 'Who?', timeout: '4s', on_timeout: 'continue' } },
      { generate: { for: '10s', slides: '0%..100%' } },
      { complete: null },
    );
    expect(chart(scenario)).toBe(
      [
        '',
        `  ${'─'.repeat(8)}${'?'.repeat(16)}${'━'.repeat(40)}●`,
        '',
        '  ─     0ms  generate for 2s, Reading, tokens 0 to 90',
        '  ?      2s  ask: Who? (waits 4s, then continues)',
        '  ━      6s  generate for 10s, slides 0 % to 100 %',
        '  ●     16s  complete',
      ].join('\n'),
    );
  });

  it('ends with the failure of a question without a reply, and has the steps after a reply', () => {
    const { bar, lines } = parts(
      scenarioOfSteps(
        { ask: { message: 'Who?', timeout: '4s', error: 'Late.' } },
        { generate: { for: '2s' } },
        { complete: null },
      ),
    );
    expect(bar).toBe(`${'?'.repeat(64)}✕`);
    expect(lines).toEqual([
      '?     0ms  ask: Who? (waits 4s, then fails: Late.)',
      '✕      4s  fail: Late.',
      '',
      'After an immediate reply:',
      '─     0ms  generate for 2s',
      '●      2s  complete',
    ]);
  });

  it('has a stall at its start, and a step that only some jobs have', () => {
    const { bar, lines } = parts(
      scenarioOfSteps({ generate: { for: '2s..4s', probability: 0.25 } }, { stall: null }),
    );
    expect(bar).toBe(`${'─'.repeat(64)}…`);
    expect(lines).toEqual(['─     0ms  generate for 2s to 4s, in 25 % of the jobs', '…      3s  stall']);
  });

  it('draws a question without a limit as one that is answered immediately', () => {
    const { bar, lines } = parts(
      scenarioOfSteps(
        { ask: { message: 'Who?' } },
        { generate: { for: '2s' } },
        { fail: { error: 'It broke.' } },
      ),
    );
    expect(bar).toBe(`?${'─'.repeat(64)}✕`);
    expect(lines).toEqual([
      '?     0ms  ask: Who? (waits for a reply)',
      '─     0ms  generate for 2s',
      '✕      2s  fail: It broke.',
    ]);
  });

  it('has the rejection when no job can start', () => {
    expect(chart({ ...completingScenario(), workspace: { api_enabled: false } })).toBe(
      '\n  ✕     0ms  no job starts: the response is 403',
    );
  });

  it('removes control characters and line breaks from the texts of a scenario', () => {
    const { lines } = parts(scenarioOfSteps({ fail: { error: 'a\u001b]0;title\u0007b\u202ec\r\nd' } }));
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toMatch(/[\u0000-\u001f\u202a-\u202e]/);
  });

  it.each<[Parameters<typeof scenarioWithFaults>[0], string]>([
    [
      { operation: 'getGenerationStatus', requests: 3, response: { status: 429, retry_after: '2s' } },
      '! getGenerationStatus, request 3: 429 with Retry-After 2s',
    ],
    [
      { operation: ['getPresentation', 'listTemplates'], requests: '3..5', connection: 'reset' },
      '! getPresentation, listTemplates, request 3 to 5: connection reset',
    ],
    [
      { operation: 'getGenerationStatus', during: '3s..', probability: 0.25, connection: 'timeout' },
      '! getGenerationStatus, 3s on after the start, 25 % of the time: no response',
    ],
  ])('describes the fault %j', (fault, line) => {
    expect(parts(scenarioWithFaults(fault)).lines.at(-1)).toBe(line);
  });

  it('of every bundled scenario fits a terminal', () => {
    for (const scenario of Object.values(bundledScenarios)) {
      expect([...parts(scenario).bar].length).toBeLessThanOrEqual(72);
      expect(chart(scenario)).not.toMatch(/undefined|NaN|Infinity|\[object/);
    }
  });
});
