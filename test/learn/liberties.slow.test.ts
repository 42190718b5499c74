import { expect, test } from 'vitest';
import { sampled } from '../contract/proof.js';
import { liberties } from '../liberties/liberties.js';
import { imitated } from './imitated.js';

const totals = { imitated: 0, reached: 0, limited: 0 };

test.each([{ id: 'none', apply: {} }, ...sampled(liberties)])(
  'Deckhand imitates a service with the liberty $id in every place that it claims',
  async ({ apply }) => {
    const { failures, counts } = await imitated(apply);
    expect(failures).toEqual([]);
    totals.imitated += counts.imitated;
    totals.reached += counts.reached;
    totals.limited += counts.limited;
  },
);

test('Deckhand imitates nearly every place, and the tour reaches nearly all of them', () => {
  expect(totals.limited / (totals.limited + totals.imitated)).toBeLessThan(0.01);
  expect(totals.reached / totals.imitated).toBeGreaterThan(0.95);
});
