import { describe, expect, it } from 'vitest';
import { bundledScenarios } from '../../src/generated/bundled-scenarios.js';
import { parseScenarioObject } from '../../src/scenario/compile-object.js';
import { findShadowedFaults, findUnreachableFaults } from '../../src/scenario/unreachable-faults.js';
import type { Fault, Scenario } from '../../src/generated/control-api.js';

const timelineOf = (faults: readonly Partial<Fault>[], rest: Partial<Scenario> = {}) =>
  parseScenarioObject('story', {
    title: 'A story',
    steps: [{ generate: { for: '12s' } }, { complete: null }],
    faults: faults.map((fault) => ({ operation: 'getGenerationStatus', latency: '1s', ...fault })),
    ...rest,
  }).timeline;

const shadowed = (...faults: readonly Partial<Fault>[]) =>
  findShadowedFaults(timelineOf(faults)).map(({ pointer, detail }) => `${pointer} ${detail}`);

const unreached = (faults: readonly Partial<Fault>[], rest?: Partial<Scenario>) =>
  findUnreachableFaults(timelineOf(faults, rest)).map(({ pointer, detail }) => `${pointer} ${detail}`);

describe('a fault never happens after', () => {
  it.each<[string, readonly Partial<Fault>[], string]>([
    ['one for all requests', [{}, {}], 'faults[0] comes'],
    ['one for all requests, and one for others', [{ requests: 900 }, {}, { requests: 2 }], 'faults[1] comes'],
    [
      'one for more requests, and one for others',
      [{ requests: 7 }, { requests: '1..9' }, { requests: 2 }],
      'faults[1] comes',
    ],
    [
      'two for all its requests together',
      [{ requests: '4..5' }, { requests: '1..3' }, { requests: '2..5' }],
      'faults[0] and faults[1] come',
    ],
  ])('%s', (_, faults, first) => {
    expect(shadowed(...faults)).toEqual([
      `/faults/${faults.length - 1} never happens: ${first} first for the same requests`,
    ]);
  });

  it('one for some of its operations, for these', () => {
    expect(shadowed({}, { operation: ['listTemplates', 'getGenerationStatus'] })).toEqual([
      '/faults/1 never happens for getGenerationStatus: faults[0] comes first for the same requests',
    ]);
  });
});

describe('a fault happens after', () => {
  it.each<[string, readonly Partial<Fault>[]]>([
    ['one by chance', [{ probability: 0.9 }, {}]],
    ['one for fewer requests', [{ requests: '2..4' }, { requests: '2..5' }]],
  ])('%s', (_, faults) => {
    expect(shadowed(...faults)).toEqual([]);
  });
});

describe('a fault is not reached', () => {
  it('by a request after the last poll of a client that polls once a second', () => {
    expect(unreached([{ requests: 14 }])).toEqual([]);
    expect(unreached([{ requests: '15..' }])).toEqual([
      '/faults/0/requests is never reached: the job ends after 12s at the latest, so a client that polls once a second sends at most 14 polls',
    ]);
  });

  it.each<[string, readonly Partial<Fault>[], Partial<Scenario>?]>([
    ['the end is hidden by failures', [{ requests: '1..9', response: { status: 429 } }, { requests: 23 }]],
    ['the end is hidden for ever', [{ during: '9s..', response: { status: 500 } }, { requests: 999 }]],
    [
      'the job asks without a limit',
      [{ requests: 99 }],
      { steps: [{ ask: { message: '?' } }, { complete: null }] },
    ],
    ['polls are limited by a rate', [{ requests: 99 }], { rate_limit: '1/1m' }],
  ])('unless %s', (_, faults, rest) => {
    expect(unreached(faults, rest)).toEqual([]);
  });
});

it.each(Object.keys(bundledScenarios))('%s has no fault that never happens', (name) => {
  const { timeline } = parseScenarioObject(name, bundledScenarios[name]);
  expect([...findShadowedFaults(timeline), ...findUnreachableFaults(timeline)]).toEqual([]);
});
