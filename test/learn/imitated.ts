/** Learns from a service, lets Deckhand imitate it, learns from Deckhand, and reports the differences. */
import { overlayCheck } from '../../src/server/overlay-check.js';
import { driftsOf } from '../../src/learn/compare/drift.js';
import { expectationsOf } from '../../src/learn/imitate/expectations.js';
import { imitate } from '../../src/learn/imitate/imitate.js';
import { applyOverlay } from '../../src/learn/overlay/apply.js';
import { writeOverlay } from '../../src/learn/overlay/write.js';
import type { Variation } from '../mutants/plain-service/variation.js';
import { contractDocument, learnFrom, plainService, mockService } from './services.js';
import { tour } from './tour.js';

export interface ImitationResult {
  /** One line for each difference in a place that Deckhand claims to imitate. */
  readonly failures: readonly string[];
  /** The number of imitated places, of those that the tour also reaches in Deckhand, and of limited places. */
  readonly counts: { readonly imitated: number; readonly reached: number; readonly limited: number };
}

export async function imitated(apply: Variation): Promise<ImitationResult> {
  const overlay = writeOverlay(learnFrom(await tour(plainService([apply]))), '0');
  const { document, failed, unused } = applyOverlay(contractDocument, overlay);
  const imitation = imitate(document);
  const check = await overlayCheck(document);
  const violations = new Set<string>();
  const own = await tour(
    mockService(imitation.reshape, (answer) => {
      const violation = check(answer);
      if (violation !== undefined) violations.add(violation);
    }),
  );
  const report = learnFrom(own);
  const drifts = driftsOf(expectationsOf(document), report);
  const different = imitation.imitated.filter((place) => drifts.has(place));
  return {
    failures: [
      ...[...failed, ...unused].map((action) => `does not apply: ${JSON.stringify(action)}`),
      ...violations,
      ...report.broken.map((broken) => `violates the contract: ${JSON.stringify(broken)}`),
      ...different.map((place) => `is not imitated: ${place}, ${JSON.stringify(drifts.get(place))}`),
    ],
    counts: {
      imitated: imitation.imitated.length,
      reached: imitation.imitated.filter((place) => report.places.some(({ id }) => id === place)).length,
      limited: imitation.limited.length,
    },
  };
}
