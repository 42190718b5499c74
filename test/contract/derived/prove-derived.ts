/** Judges derived mutants: which are caught, by which rules, and which services are equal to each other. */
import { createHash } from 'node:crypto';
import { judge } from '../../../src/contract/index.js';
import type { Exchange } from '../../../src/journal/exchange.js';
import type { Need } from '../../mutants/mutant.js';
import type { Variation } from '../../mutants/plain-service/variation.js';
import { tour } from '../../mutants/tour.js';
import { baseUrl, exploreVirtually } from '../virtual-run.js';
import type { Derived } from './derive.js';

export interface DerivedProof {
  readonly mutant: Derived;
  /**
   * - `caught`: by a rule that cites a section of the broken promise.
   * - `astray`: by rules that cite other sections only.
   * - `equal`: the same run as a mutant before it.
   * - `honest`: the moment never comes: a long tour shows no difference to the honest service.
   * - `missed`: no rule fails.
   */
  readonly outcome: 'caught' | 'astray' | 'equal' | 'honest' | 'missed';
  /** The failing rules; of an equal mutant, none. */
  readonly by: readonly string[];
}

const needs: readonly Need[] = ['question', 'failure', 'second-key'];

export async function proveDerived(mutants: readonly Derived[]): Promise<readonly DerivedProof[]> {
  const known = new Set<string>();
  const plainTour = tourOf({});
  const proofs: DerivedProof[] = [];
  for (const mutant of mutants) {
    const journal = await exploreVirtually([mutant.make()]);
    const print = printOf(journal);
    const failing = known.has(print) ? [] : failingRules(journal);
    const isRight = failing.some(({ sections }) =>
      sections.some((section) => mutant.sections.includes(section)),
    );
    const outcome = known.has(print)
      ? 'equal'
      : isRight
        ? 'caught'
        : failing.length > 0
          ? 'astray'
          : tourOf(mutant.make()) === plainTour
            ? 'honest'
            : 'missed';
    // A missed mutant whose run is the honest one is no other's equal: each needs its own reason.
    if (outcome === 'caught' || outcome === 'astray') known.add(print);
    proofs.push({ mutant, outcome, by: failing.map(({ id }) => id) });
  }
  return proofs;
}

function failingRules(journal: readonly Exchange[]) {
  return judge(journal, { baseUrl })
    .filter(({ outcome }) => outcome === 'fail' || outcome === 'error')
    .map(({ rule }) => rule);
}

const hash = (text: string): string => createHash('sha256').update(text).digest('base64');
const printOf = (journal: readonly Exchange[]): string => hash(JSON.stringify(journal));
const tourOf = (variation: Variation): string => hash(tour([variation], needs).join('\n'));
