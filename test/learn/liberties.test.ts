import { expect, test } from 'vitest';
import { overlayCheck } from '../../src/adapters/overlay-check.js';
import { driftsOf } from '../../src/learn/compare/drift.js';
import { expectationsOf } from '../../src/learn/follow/expected.js';
import { follow } from '../../src/learn/follow/follow.js';
import { applyOverlay } from '../../src/learn/overlay/apply.js';
import { writeOverlay } from '../../src/learn/overlay/write.js';
import { liberties } from '../liberties/liberties.js';
import type { Variation } from '../mutants/plain-service/variation.js';
import { contractDocument, learnFrom, plainPlace, standInPlace } from './places.js';
import { travel } from './travel.js';

/** Learns from a service, has the stand-in follow it, and learns from the stand-in. */
async function followed(apply: Variation) {
  const overlay = writeOverlay(learnFrom(await travel(plainPlace([apply]))), '0');
  const applied = applyOverlay(contractDocument, overlay);
  const following = follow(applied.document);
  const check = await overlayCheck(applied.document);
  const complaints = new Set<string>();
  const own = await travel(
    standInPlace(following.reshape, (answer) => {
      const complaint = check(answer);
      if (complaint !== undefined) complaints.add(complaint);
    }),
  );
  return { applied, following, learnt: learnFrom(own), complaints, seen: expectationsOf(applied.document) };
}

const totals = { followed: 0, shown: 0, left: 0 };

test.each([{ id: 'none', apply: {} }, ...liberties])(
  'a service that takes the liberty $id is followed wherever the stand-in says that it follows',
  async ({ apply }) => {
    const { applied, following, learnt, complaints, seen } = await followed(apply);
    expect(applied.failed).toEqual([]);
    expect(applied.idle).toEqual([]);
    expect([...complaints]).toEqual([]);
    expect(learnt.broken).toEqual([]);
    const drifts = driftsOf(seen, learnt);
    const untrue = following.followed.filter((place) => drifts.has(place));
    expect(untrue.map((place) => [place, drifts.get(place)])).toEqual([]);
    totals.followed += following.followed.length;
    totals.shown += following.followed.filter((place) => learnt.places.some(({ id }) => id === place)).length;
    totals.left += following.left.length;
  },
);

test('nearly every place is followed, and the round shows nearly all of them', () => {
  expect(totals.left / (totals.left + totals.followed)).toBeLessThan(0.01);
  expect(totals.shown / totals.followed).toBeGreaterThan(0.95);
});
