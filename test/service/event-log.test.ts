import { expect, it } from 'vitest';
import { EventLog } from '../../src/service/event-log.js';

it('events are read on from any number that is still kept', () => {
  const events = new EventLog('x', { limit: 3 });
  for (let count = 0; count < 5; count += 1) events.emit('clock');
  expect(events.after(3)).toMatchObject({ number: 4, event: { kind: 'clock' } });
  expect(events.after(5)).toBeUndefined();
});

it('a follower that falls too far behind misses events, and the log stays bounded', () => {
  const events = new EventLog('x', { limit: 3 });
  for (let count = 0; count < 1000; count += 1) events.emit('clock');
  expect(events.after(900)).toBe('missed');
  expect(events.after(-1)).toBe('missed');
  expect(events.after(1001)).toBe('missed');
  expect(events.after(997)).toMatchObject({ number: 998 });
});
