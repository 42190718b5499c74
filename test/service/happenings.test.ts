import { expect, it } from 'vitest';
import { Happenings } from '../../src/service/happenings.js';

it('what happened is read on from any number that is still kept', () => {
  const happenings = new Happenings('x', 3);
  for (let count = 0; count < 5; count += 1) happenings.add('clock');
  expect(happenings.after(3)).toMatchObject({ number: 4, what: { kind: 'clock' } });
  expect(happenings.after(5)).toBeUndefined();
});

it('who falls too far behind has missed something, and the list stays bounded', () => {
  const happenings = new Happenings('x', 3);
  for (let count = 0; count < 1000; count += 1) happenings.add('clock');
  expect(happenings.after(900)).toBe('missed');
  expect(happenings.after(-1)).toBe('missed');
  expect(happenings.after(1001)).toBe('missed');
  expect(happenings.after(997)).toMatchObject({ number: 998 });
});
