import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import type { Exchange } from '../../src/journal/exchange.js';
import { EventLog } from '../../src/service/event-log.js';

it('events are read on from any number that is still kept', () => {
  const events = new EventLog('x', 3);
  for (let count = 0; count < 5; count += 1) events.emit('clock');
  expect(events.after(3)).toMatchObject({ number: 4, event: { kind: 'clock' } });
  expect(events.after(5)).toBeUndefined();
});

it('a follower that falls too far behind misses events, and the log stays bounded', () => {
  const events = new EventLog('x', 3);
  for (let count = 0; count < 1000; count += 1) events.emit('clock');
  expect(events.after(900)).toBe('missed');
  expect(events.after(-1)).toBe('missed');
  expect(events.after(1001)).toBe('missed');
  expect(events.after(997)).toMatchObject({ number: 998 });
});

const collect = (): void => {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
};

it('dropped events are freed', async () => {
  const events = new EventLog('x', 30);
  const emit = (): WeakRef<object> => {
    const exchange: Exchange = {
      sequence: 1,
      startedAt: 0,
      endedAt: 0,
      request: { method: 'GET', url: '/', headers: [] },
    };
    events.emit({ kind: 'exchange', exchange });
    return new WeakRef(exchange);
  };
  const refs = Array.from({ length: 300 }, emit);
  // A WeakRef keeps its object until the next turn of the event loop.
  await new Promise((turn) => setTimeout(turn, 0));
  collect();
  expect(refs.filter((ref) => ref.deref() !== undefined).length).toBeLessThan(40);
});
