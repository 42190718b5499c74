import { describe, expect, it } from 'vitest';
import type { Fault } from '../../src/generated/control-api.js';
import {
  faultDelivery,
  describeFault,
  createFaultResponse,
  findFault,
  type FaultMatchInput,
} from '../../src/service/apply-fault.js';
import { completingScenario, compileOrThrow } from '../scenario/test-scenarios.js';

const POLL: FaultMatchInput = { operation: 'getGenerationStatus', ordinal: 1, elapsed: 0, seed: 1 };
const VIOLATES = ['response/success-body-is-json'];
const RESET = { connection: 'reset' } as const;

/** The description of the fault of each request. */
function outcomesOf(faults: Fault[], inputs: Partial<FaultMatchInput>[]) {
  const timeline = compileOrThrow(completingScenario({ faults, violates: VIOLATES }));
  return inputs.map((input) => {
    const fault = findFault(timeline, { ...POLL, ...input });
    return fault && describeFault(fault);
  });
}

const ordinals = (count: number) => Array.from({ length: count }, (_, index) => ({ ordinal: index + 1 }));
const compiled = (fault: Fault) =>
  compileOrThrow(completingScenario({ faults: [fault], violates: VIOLATES })).faults[0]!;

describe('a fault applies', () => {
  it('as often as its probability says, to the same requests for the same seed', () => {
    const faults: Fault[] = [{ operation: 'getGenerationStatus', probability: 0.3, ...RESET }];
    const drawn = (seed: number) =>
      outcomesOf(
        faults,
        ordinals(2000).map((input) => ({ ...input, seed })),
      );
    expect(drawn(1).filter(Boolean).length / 2000).toBeCloseTo(0.3, 1);
    expect(drawn(1)).toEqual(drawn(1));
    expect(drawn(1)).not.toEqual(drawn(2));
  });
});

describe('the response of a fault', () => {
  const body = { generation_id: '{generation_id}', list: ['of {generation_id}', 7, null] };
  const { response } = compiled({ operation: 'getGenerationStatus', response: { status: 500, body } });

  it("contains the id of the request's job wherever a text refers to it", () => {
    const named = { generation_id: 'gen_1', list: ['of gen_1', 7, null] };
    expect(createFaultResponse(response!, 'request-1', { generation_id: 'gen_1' }).content).toEqual(named);
  });
});

describe('the delivery of a response', () => {
  const delivery = (effect: object, input: Partial<FaultMatchInput> = {}) =>
    faultDelivery(compiled({ operation: 'getGenerationStatus', ...effect }), { ...POLL, ...input }, 5000);

  it.each<[object, object]>([
    [{ latency: '1.5s' }, { notBefore: 6500 }],
    [
      { connection: 'timeout', latency: '1s' },
      { connection: 'timeout', notBefore: 6000 },
    ],
    [{ drip: '0s' }, { drip: 0 }],
  ])('under %j is %j', (effect, expected) => {
    expect(delivery(effect)).toEqual(expected);
  });
});

describe('the response of a scenario', () => {
  const result = (response: Fault['response']) =>
    createFaultResponse(
      compiled({ operation: 'getGenerationStatus', ...(response && { response }) }).response!,
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

  it('of a redirection has no body', () => {
    expect(result({ status: 302, headers: { Location: '/' } })).toMatchObject({
      status: 302,
      headers: { Location: '/' },
      content: undefined,
    });
  });
});
