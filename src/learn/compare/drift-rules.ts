/** Drift as rules over a journal, one for each place that an overlay speaks of: they warn, and can fail nobody. */
import type { Judgement, Rule, Trace } from '../../contract/index.js';
import { Learner } from '../fold/learner.js';
import type { Expectations, Expected } from '../follow/expected.js';
import { learntOf, type Learnt } from '../learnt.js';
import { canDrift, driftOf } from './drift.js';

export function driftRules(expectations: Expectations): readonly Rule[] {
  const learnt = memoized(learn);
  return [...expectations.values()]
    .filter(({ place }) => canDrift(place))
    .map((expected) => ({
      id: driftId(expected.place.id),
      sections: expected.place.sections,
      level: 'may',
      title: `As it was seen to ${expected.date.slice(0, 10)}: ${expected.place.title}`,
      judge: (trace) => judge(expected, learnt(trace)),
    }));
}

/** `drift/status-list-templates` */
export function driftId(place: string): string {
  return `drift/${place
    .replaceAll(/[/_]/g, '-')
    .replaceAll(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase()}`;
}

function judge(expected: Expected, { places }: Learnt): Judgement {
  const seen = places.find(({ id }) => id === expected.place.id);
  if (!seen) return { checked: 0, findings: [], notReached: 'nothing that was sent shows it' };
  const findings = driftOf(expected, seen).map(({ message, expected: before, actual, exchange }) => ({
    kind: 'warn' as const,
    message,
    expected: before,
    actual,
    ...(exchange !== undefined && { exchange }),
  }));
  return { checked: seen.count, findings };
}

function learn({ calls }: Trace): Learnt {
  const learner = new Learner();
  for (const { exchange } of calls) learner.add(exchange);
  learner.finish();
  return learntOf(learner, '');
}

/** All rules of a run read the same trace. */
function memoized<Result>(work: (trace: Trace) => Result): (trace: Trace) => Result {
  const results = new WeakMap<Trace, { readonly result: Result }>();
  return (trace) => {
    const known = results.get(trace) ?? { result: work(trace) };
    results.set(trace, known);
    return known.result;
  };
}
