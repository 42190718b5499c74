/** Learns from a service, has the stand-in follow it, learns from the stand-in, and says what was not followed. */
import { overlayCheck } from '../../src/adapters/overlay-check.js';
import { driftsOf } from '../../src/learn/compare/drift.js';
import { expectationsOf } from '../../src/learn/follow/expected.js';
import { follow } from '../../src/learn/follow/follow.js';
import { applyOverlay } from '../../src/learn/overlay/apply.js';
import { writeOverlay } from '../../src/learn/overlay/write.js';
import type { Variation } from '../mutants/plain-service/variation.js';
import { contractDocument, learnFrom, plainPlace, standInPlace } from './places.js';
import { travel } from './travel.js';

export interface Followed {
  /** What went wrong, in a line each: empty where the stand-in follows wherever it says that it does. */
  readonly failures: readonly string[];
  /** How many places are followed; of them those that the round showed; and those that are left. */
  readonly counts: { readonly followed: number; readonly shown: number; readonly left: number };
}

export async function followed(apply: Variation): Promise<Followed> {
  const overlay = writeOverlay(learnFrom(await travel(plainPlace([apply]))), '0');
  const { document, failed, idle } = applyOverlay(contractDocument, overlay);
  const following = follow(document);
  const check = await overlayCheck(document);
  const complaints = new Set<string>();
  const own = await travel(
    standInPlace(following.reshape, (answer) => {
      const complaint = check(answer);
      if (complaint !== undefined) complaints.add(complaint);
    }),
  );
  const learnt = learnFrom(own);
  const drifts = driftsOf(expectationsOf(document), learnt);
  const untrue = following.followed.filter((place) => drifts.has(place));
  return {
    failures: [
      ...[...failed, ...idle].map((action) => `does not apply: ${JSON.stringify(action)}`),
      ...complaints,
      ...learnt.broken.map((broken) => `breaks: ${JSON.stringify(broken)}`),
      ...untrue.map((place) => `is not followed: ${place}, ${JSON.stringify(drifts.get(place))}`),
    ],
    counts: {
      followed: following.followed.length,
      shown: following.followed.filter((place) => learnt.places.some(({ id }) => id === place)).length,
      left: following.left.length,
    },
  };
}
