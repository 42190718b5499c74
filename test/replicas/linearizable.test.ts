/** The judge of histories, on histories whose verdict is known. */
import { expect, it } from 'vitest';
import fc, { cases } from '../fast-check.js';
import { isLinearizable, type Model, type Operation } from './linearizable.js';

/** A value that is written and read. */
type Input = { readonly write: number } | 'read';
const register: Model<number, Input, number> = {
  start: 0,
  step(state, input, output) {
    if (input !== 'read') return input.write;
    return output === undefined || output === state ? state : undefined;
  },
};
type Row = Operation<Input, number>;

const write = (value: number, from: number, to: number): Row => ({
  input: { write: value },
  output: value,
  from,
  to,
});
const read = (value: number, from: number, to: number): Row => ({ input: 'read', output: value, from, to });
const lost = (value: number, from: number): Row => ({
  input: { write: value },
  output: undefined,
  from,
  to: from,
});

it.each([
  ['no operation', []],
  ['reads during a write, the old value first', [write(1, 0, 9), read(0, 1, 2), read(1, 3, 4)]],
  ['two writes at once, in either order', [write(1, 0, 9), write(2, 0, 9), read(1, 10, 11)]],
  ['a write of unknown outcome that took effect late', [lost(1, 0), read(0, 1, 2), read(1, 3, 4)]],
  ['a write of unknown outcome that never took effect', [lost(1, 0), read(0, 1, 2)]],
])('is content with %s', (_what, history: Row[]) => {
  expect(isLinearizable(history, register)).toBe(true);
});

it.each([
  ['a stale read', [write(1, 0, 1), read(0, 2, 3)]],
  ['a value that goes back', [write(1, 0, 9), read(1, 1, 2), read(0, 3, 4)]],
  ['a lost write', [write(1, 0, 1), write(2, 2, 3), read(1, 4, 5)]],
  ['a value that was never written', [write(1, 0, 9), read(7, 1, 2)]],
  [
    'two readers that see two orders',
    [write(1, 0, 9), write(2, 0, 9), read(1, 1, 2), read(2, 3, 4), read(1, 5, 6)],
  ],
  ['an unknown outcome that is seen before its request', [read(1, 0, 1), lost(1, 2)]],
])('finds %s', (_what, history: Row[]) => {
  expect(isLinearizable(history, register)).toBe(false);
});

const steps = fc.array(
  fc.record({
    isWrite: fc.boolean(),
    early: fc.integer({ min: 0, max: 25 }),
    late: fc.integer({ min: 0, max: 25 }),
  }),
  { minLength: 2, maxLength: 25 },
);

/** Operations of one object at the times 10, 20, 30…, with requests before and responses after. */
function historyOf(list: readonly { isWrite: boolean; early: number; late: number }[], delay: number): Row[] {
  const values = [0];
  return list.map(({ isWrite, early, late }, index) => {
    const at = (index + 1) * 10;
    if (isWrite) values.push(index + 1);
    const seen = values[Math.max(0, values.length - 1 - delay)] as number;
    return isWrite ? write(index + 1, at - early, at + late) : read(seen, at - early, at + late);
  });
}

it('is content with every history of one object', () => {
  fc.assert(
    fc.property(steps, (list) => isLinearizable(historyOf(list, 0), register)),
    cases(100),
  );
});

it('finds a read of the last value but one, whatever comes before', () => {
  const end = [
    { isWrite: true, early: 0, late: 0 },
    { isWrite: true, early: 0, late: 0 },
    { isWrite: false, early: 0, late: 0 },
  ];
  fc.assert(
    fc.property(steps, (list) => {
      const quick = list.map(({ isWrite }) => ({ isWrite, early: 0, late: 0 }));
      return !isLinearizable(historyOf([...quick, ...end], 1), register);
    }),
    cases(100),
  );
});
