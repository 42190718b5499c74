import { describe, expect, it } from 'vitest';
import { bundledScenarios } from '../../src/generated/bundled-scenarios.js';
import { parseScenarioObject } from '../../src/scenario/compile-object.js';
import { findShadowedFaults, findUnreachableFaults } from '../../src/scenario/unreachable-faults.js';
import type { Fault, Scenario } from '../../src/generated/control-api.js';

const compileFaults = (faults: readonly Partial<Fault>[], rest: Partial<Scenario> = {}) =>
  parseScenarioObject('test', {
    title: 'A scenario',
    steps: [{ generate: { for: '12s' } }, { complete: null }],
    faults: faults.map((fault) => ({ operation: 'getGenerationStatus', latency: '1s', ...fault })),
    ...rest,
  }).timeline;

const shadowed = (...faults: readonly Partial<Fault>[]) =>
  findShadowedFaults(compileFaults(faults)).map(({ pointer, detail }) => `${pointer} ${detail}`);

const unreachable = (faults: readonly Partial<Fault>[], rest?: Partial<Scenario>) =>
  findUnreachableFaults(compileFaults(faults, rest)).map(({ pointer, detail }) => `${pointer} ${detail}`);

describe('a fault is never applied after', () => {
  it.each<[string, readonly Partial<Fault>[], string]>([
    ['one for all requests', [{}, {}], 'faults[0] matches'],
    [
      'one for all requests, and one for others',
      [{ requests: 900 }, {}, { requests: 2 }],
      'faults[1] matches',
    ],
    [
      'one for more requests, and one for others',
      [{ requests: 7 }, { requests: '1..9' }, { requests: 2 }],
      'faults[1] matches',
    ],
    [
      'two for all its requests together',
      [{ requests: '4..5' }, { requests: '1..3' }, { requests: '2..5' }],
      'faults[0] and faults[1] match',
    ],
  ])('%s', (_, faults, first) => {
    expect(shadowed(...faults)).toEqual([
      `/faults/${faults.length - 1} is never applied: ${first} the same requests first`,
    ]);
  });

  it('one for some of its operations, for these', () => {
    expect(shadowed({}, { operation: ['listTemplates', 'getGenerationStatus'] })).toEqual([
      '/faults/1 is never applied to getGenerationStatus: faults[0] matches the same requests first',
    ]);
  });
});

describe('a fault is applied after', () => {
  it.each<[string, readonly Partial<Fault>[]]>([
    ['one with a probability', [{ probability: 0.9 }, {}]],
    ['one for fewer requests', [{ requests: '2..4' }, { requests: '2..5' }]],
  ])('%s', (_, faults) => {
    expect(shadowed(...faults)).toEqual([]);
  });
});

describe('a fault is unreachable', () => {
  it('by a request after the last poll of a client that polls once a second', () => {
    expect(unreachable([{ requests: 14 }])).toEqual([]);
    expect(unreachable([{ requests: '15..' }])).toEqual([
      '/faults/0/requests is unreachable: the job ends after 12s at the latest, so a client that polls once a second sends at most 14 polls',
    ]);
  });

  it.each<[string, readonly Partial<Fault>[], Partial<Scenario>?]>([
    ['the end is hidden by failures', [{ requests: '1..9', response: { status: 429 } }, { requests: 23 }]],
    ['the end is hidden permanently', [{ during: '9s..', response: { status: 500 } }, { requests: 999 }]],
    [
      'the job asks without a timeout',
      [{ requests: 99 }],
      { steps: [{ ask: { message: '?' } }, { complete: null }] },
    ],
    ['the job stalls', [{ requests: 99 }], { steps: [{ generate: { for: '12s' } }, { stall: null }] }],
    ['polls are limited by a rate', [{ requests: 99 }], { rate_limit: '1/1m' }],
  ])('unless %s', (_, faults, rest) => {
    expect(unreachable(faults, rest)).toEqual([]);
  });
});

it.each(Object.keys(bundledScenarios))('%s has no fault that is never applied', (name) => {
  const { timeline } = parseScenarioObject(name, bundledScenarios[name]);
  expect([...findShadowedFaults(timeline), ...findUnreachableFaults(timeline)]).toEqual([]);
});
