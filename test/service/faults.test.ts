import { describe, expect, it } from 'vitest';
import type { Fault } from '../../src/generated/control-api.js';
import {
  deliveryOf,
  describeFault,
  faultResponse,
  findFault,
  type FaultOccasion,
} from '../../src/service/faults.js';
import { malform } from '../../src/service/response.js';
import { story, timelineOf } from '../scenario/documents.js';

const POLL: FaultOccasion = { operation: 'getGenerationStatus', ordinal: 1, elapsed: 0, seed: 1 };
const VIOLATES = ['wire/success-bodies-are-json'];
const RESET = { connection: 'reset' } as const;

/** The outcome of each request, in a few words. */
function met(faults: Fault[], occasions: Partial<FaultOccasion>[]) {
  const timeline = timelineOf(story({ faults, violates: VIOLATES }));
  return occasions.map((occasion) => {
    const fault = findFault(timeline, { ...POLL, ...occasion });
    return fault && describeFault(fault);
  });
}

const ordinals = (count: number) => Array.from({ length: count }, (_, index) => ({ ordinal: index + 1 }));
const compiled = (fault: Fault) => timelineOf(story({ faults: [fault], violates: VIOLATES })).faults[0]!;

describe('a fault applies', () => {
  it.each<[string | number, boolean[]]>([
    [2, [false, true, false, false]],
    ['2..3', [false, true, true, false]],
    ['3..', [false, false, true, true]],
  ])('by the requests %s', (requests, expected) => {
    const faults: Fault[] = [{ on: 'getGenerationStatus', requests, ...RESET }];
    expect(met(faults, ordinals(4)).map(Boolean)).toEqual(expected);
  });

  it('during its span, from the start up to, and not including, the end', () => {
    const faults: Fault[] = [{ on: 'getGenerationStatus', during: '3s..8s', ...RESET }];
    const times = [2999, 3000, 7999, 8000, undefined].map((elapsed) => ({ elapsed }));
    expect(met(faults, times).map(Boolean)).toEqual([false, true, true, false, false]);
  });

  it('when all its conditions hold', () => {
    const faults: Fault[] = [{ on: 'getGenerationStatus', requests: '2..', during: '3s..', ...RESET }];
    const occasions = [
      { ordinal: 1, elapsed: 3000 },
      { ordinal: 2, elapsed: 2999 },
      { ordinal: 2, elapsed: 3000 },
    ];
    expect(met(faults, occasions).map(Boolean)).toEqual([false, false, true]);
  });

  it('before later faults', () => {
    const faults: Fault[] = [
      { on: 'getGenerationStatus', requests: 2, answer: { status: 503 } },
      { on: 'getGenerationStatus', latency: '1s' },
    ];
    expect(met(faults, ordinals(3))).toEqual(['delayed', 'responds 503', 'delayed']);
  });

  it('as often as its probability says, to the same requests for the same seed', () => {
    const faults: Fault[] = [{ on: 'getGenerationStatus', chance: 0.3, ...RESET }];
    const drawn = (seed: number) =>
      met(
        faults,
        ordinals(2000).map((occasion) => ({ ...occasion, seed })),
      );
    expect(drawn(1).filter(Boolean).length / 2000).toBeCloseTo(0.3, 1);
    expect(drawn(1)).toEqual(drawn(1));
    expect(drawn(1)).not.toEqual(drawn(2));
  });
});

describe('the response of a fault', () => {
  const body = { generation_id: '{generation_id}', list: ['of {generation_id}', 7, null] };
  const { answer } = compiled({ on: 'getGenerationStatus', answer: { status: 500, body } });

  it("contains the id of the request's job wherever a text refers to it", () => {
    const named = { generation_id: 'gen_1', list: ['of gen_1', 7, null] };
    expect(faultResponse(answer!, 'request-1', { generation_id: 'gen_1' }).content).toEqual(named);
  });
});

describe('the delivery of a response', () => {
  const delivery = (effect: object, occasion: Partial<FaultOccasion> = {}) =>
    deliveryOf(compiled({ on: 'getGenerationStatus', ...effect }), { ...POLL, ...occasion }, 5000);

  it.each<[object, object]>([
    [{ latency: '1.5s' }, { holdUntil: 6500 }],
    [
      { connection: 'stall', latency: '1s' },
      { connection: 'stall', holdUntil: 6000 },
    ],
    [{ drip: '0s' }, { drip: 0 }],
  ])('under %j is %j', (effect, expected) => {
    expect(delivery(effect)).toEqual(expected);
  });

  it('takes a random time for each request, the same for the same seed', () => {
    const held = ordinals(200).map(
      (occasion) => delivery({ latency: '200ms..900ms' }, occasion)?.holdUntil ?? 0,
    );
    expect(Math.min(...held)).toBeGreaterThanOrEqual(5200);
    expect(Math.max(...held)).toBeLessThanOrEqual(5900);
    expect(new Set(held).size).toBeGreaterThan(100);
    expect(delivery({ latency: '200ms..900ms' }, { ordinal: 7 })?.holdUntil).toBe(held[6]);
  });
});

describe('the response of a scenario', () => {
  const result = (response: Fault['answer']) =>
    faultResponse(
      compiled({ on: 'getGenerationStatus', ...(response && { answer: response }) }).answer!,
      'request-1',
    );

  it.each([
    [400, 'bad_request'],
    [418, 'bad_request'],
    [599, 'internal_error'],
  ])('with status %d is a problem with the code %s', (status, code) => {
    expect(result({ status })).toMatchObject({
      status,
      problem: code,
      content: { status, code, request_id: 'request-1' },
    });
  });

  it('has Retry-After in whole seconds, rounded up', () => {
    const retryAfter = (text: string) => result({ status: 429, retry_after: text }).headers['Retry-After'];
    expect([retryAfter('2s'), retryAfter('1.2s'), retryAfter('10ms'), retryAfter('0s')]).toEqual([
      '2',
      '2',
      '1',
      '0',
    ]);
    expect(result({ status: 429 }).headers).toEqual({});
  });

  it('is text when its content type says so, and JSON otherwise', () => {
    const announced = (type: string) =>
      result({ status: 502, headers: { 'content-TYPE': type }, body: '<p>' });
    expect(announced('text/html')).toMatchObject({
      status: 502,
      headers: { 'Content-Type': 'text/html' },
      content: '<p>',
      isText: true,
    });
    expect(announced('application/json').isText).toBe(false);
    expect(announced('application/problem+json; charset=utf-8').isText).toBe(false);
    expect(result({ status: 502, body: '<p>' }).isText).toBe(false);
  });

  it('of a redirection has no body', () => {
    expect(result({ status: 302, headers: { Location: '/' } })).toMatchObject({
      status: 302,
      headers: { Location: '/' },
      content: undefined,
    });
  });
});

describe('a malformed body', () => {
  it.each(['{"a":1}', '"x"', 'null', ''])('of %j is not JSON', (body) => {
    expect(() => JSON.parse(malform(body))).toThrow(SyntaxError);
  });
});

describe('a fault described in words', () => {
  it.each<[object, string]>([
    [{ connection: 'reset' }, 'resets the connection'],
    [{ answer: { status: 429 }, latency: '1s' }, 'responds 429, delayed'],
    [{ corrupt: 'truncated', drip: '1s' }, 'truncated body, slow body'],
  ])('%j: %s', (effect, words) => {
    expect(describeFault(compiled({ on: 'getGenerationStatus', ...effect }))).toBe(words);
  });
});
