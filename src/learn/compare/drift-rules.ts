/** Drift checks as rules: one for each place of an overlay. They give warnings, never failures. */
import type { Judgement, Rule, Trace } from '../../contract/index.js';
import { Learner } from '../observe/learner.js';
import type { Expectations, Expected } from '../imitate/expectations.js';
import { learnReport, type LearnReport } from '../learn-report.js';
import { canDrift, driftOf } from './drift.js';

export function driftRules(expectations: Expectations): readonly Rule[] {
  const reportOf = memoized(learn);
  return [...expectations.values()]
    .filter(({ place }) => canDrift(place))
    .map((expected) => ({
      id: driftId(expected.place.id),
      sections: expected.place.sections,
      level: 'may',
      title: `As observed until ${expected.date.slice(0, 10)}: ${expected.place.title}`,
      judge: (trace) => judge(expected, reportOf(trace)),
    }));
}

/** The rule id, such as `drift/status-list-templates`. */
export function driftId(place: string): string {
  return `drift/${place
    .replaceAll(/[/_]/g, '-')
    .replaceAll(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase()}`;
}

function judge(expected: Expected, { places }: LearnReport): Judgement {
  const observed = places.find(({ id }) => id === expected.place.id);
  if (!observed) return { checked: 0, findings: [], notReached: 'the traffic does not show it' };
  const findings = driftOf(expected, observed).map(({ message, expected: before, actual, exchange }) => ({
    kind: 'warn' as const,
    message,
    expected: before,
    actual,
    ...(exchange !== undefined && { exchange }),
  }));
  return { checked: observed.count, findings };
}

function learn({ calls }: Trace): LearnReport {
  const learner = new Learner();
  for (const { exchange } of calls) learner.add(exchange);
  learner.finish();
  return learnReport(learner, '');
}

/** All rules of a run judge the same trace, so Deckhand learns from it only once. */
function memoized<Result>(work: (trace: Trace) => Result): (trace: Trace) => Result {
  const results = new WeakMap<Trace, { readonly result: Result }>();
  return (trace) => {
    const known = results.get(trace) ?? { result: work(trace) };
    results.set(trace, known);
    return known.result;
  };
}
