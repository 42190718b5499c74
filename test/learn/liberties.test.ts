import { expect, test } from 'vitest';
import { sampled } from '../contract/proof.js';
import { liberties } from '../liberties/liberties.js';
import { followed } from './followed.js';

const totals = { followed: 0, shown: 0, left: 0 };

test.each([{ id: 'none', apply: {} }, ...sampled(liberties)])(
  'a service that takes the liberty $id is followed wherever the stand-in says that it follows',
  async ({ apply }) => {
    const { failures, counts } = await followed(apply);
    expect(failures).toEqual([]);
    totals.followed += counts.followed;
    totals.shown += counts.shown;
    totals.left += counts.left;
  },
);

test('nearly every place is followed, and the round shows nearly all of them', () => {
  expect(totals.left / (totals.left + totals.followed)).toBeLessThan(0.01);
  expect(totals.shown / totals.followed).toBeGreaterThan(0.95);
});
