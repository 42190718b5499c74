import { expect, test } from 'vitest';
import fc from '../../fast-check.js';
import type { Exchange } from '../../../src/journal/exchange.js';
import { TimeWindow } from '../../../src/journal/har/time-window.js';

const at = (startedAt: number, body = ''): Exchange => ({
  sequence: 0,
  startedAt,
  endedAt: startedAt,
  request: { method: 'GET', url: '/', headers: [], body: { text: body, bytes: body.length } },
});

function through(exchanges: readonly Exchange[], limits?: ConstructorParameters<typeof TimeWindow>[0]) {
  const window = new TimeWindow(limits);
  const out: Exchange[] = [];
  for (const exchange of exchanges) window.add(exchange, out);
  const before = out.length;
  window.flush(out);
  return { times: out.map(({ startedAt }) => startedAt), before, late: window.late };
}

test('exchanges come out by time, whatever their order, as long as they fit', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(50), { maxLength: 60 }), (times) => {
      expect(through(times.map((time) => at(time)))).toMatchObject({
        times: times.toSorted((one, two) => one - two),
        late: 0,
      });
    }),
  );
});

test('no more are held back than the window is wide, and what comes too late is counted', () => {
  const { times, before, late } = through([at(5), at(6), at(7), at(1)], { exchanges: 2, characters: 1e9 });
  expect(times).toEqual([5, 1, 6, 7]);
  expect([before, late]).toEqual([2, 1]);
});

test('large bodies make the window narrower', () => {
  expect(through([at(1, 'x'.repeat(50)), at(2), at(3)], { exchanges: 9, characters: 40 }).before).toBe(1);
});

test('of a recording that keeps its order few are held back, until something is out of place again', () => {
  const inOrder = Array.from({ length: 1000 }, (_, index) => at(1000 + index));
  const early = at(1850.5);
  const next = Array.from({ length: 500 }, (_, index) => at(2001 + index));
  const limits = { exchanges: 600, characters: 1e9 };
  const [calm, later] = [through(inOrder, limits), through([...inOrder, early, ...next], limits)];
  expect([calm.before, calm.late]).toEqual([1000 - 300, 0]);
  expect(later.times).toEqual(later.times.toSorted((one, two) => one - two));
  expect([later.before, later.late]).toEqual([1501 - 600, 0]);
});
