/** Computes the coverage of a run: which documented items it saw, and the reasons for the others. */
import { routes, type OperationId } from '../../generated/routes.js';
import type { Verdict } from '../rule.js';
import { operations } from '../rows/operations.js';
import { noLimit, noPresentation, noStart, stateUnseen } from '../rows/reasons.js';
import { lifecycle, type JobStatus } from '../../generated/lifecycle.js';
import { unjudged } from '../unjudged.js';
import { fieldsOf, type CoverageCounter, type ObjectKind } from './coverage-counter.js';
import type { Coverage, CoverageItem } from './model.js';
import { counted } from '../../base/text/counted.js';

type Explain = (reason: string) => string;

/** @param explain adds to a reason what helps */
export function coverageOf(
  counter: CoverageCounter,
  verdicts: readonly Verdict[],
  explain: Explain,
): Coverage {
  return {
    operations: operationCoverage(counter, verdicts),
    statuses: statusCoverage(counter, explain),
    states: stateCoverage(counter, explain),
    fields: fieldCoverage(counter, explain),
    sections: sectionCoverage(verdicts),
  };
}

function operationCoverage(counter: CoverageCounter, verdicts: readonly Verdict[]): readonly CoverageItem[] {
  return operations.map(({ id, name, endpoint, section }) => {
    const statuses = counter.responses(id);
    const isOk = counter.statuses(id, '2xx') > 0;
    const why = verdicts.find(({ rule }) => rule.id === `operation/${name}`)?.reason;
    return {
      name: endpoint,
      sections: [section],
      seen: isOk ? 'yes' : statuses.size > 0 ? 'partly' : 'no',
      note:
        statuses.size > 0
          ? `returned ${statusesText(statuses)}${isOk ? '' : ', never a success'}`
          : (why ?? 'not seen: a request was sent'),
    };
  });
}

/** `200 (12 times), 429`. */
function statusesText(statuses: ReadonlyMap<string, number>): string {
  const sorted = [...statuses].sort(([one], [two]) => (one < two ? -1 : 1));
  return sorted.map(([status, count]) => (count === 1 ? status : `${status} (${count} times)`)).join(', ');
}

/** The statuses that the interface documents, without those that the OpenAPI document assumes. */
function statusCoverage(counter: CoverageCounter, explain: Explain): readonly CoverageItem[] {
  const documented = routes.flatMap(({ operationId, responses }) =>
    Object.entries(responses)
      .filter(([, { statusAssumed }]) => !statusAssumed)
      .map(([status, { sources }]) => ({ status, sources, operationId })),
  );
  return [...new Set(documented.map(({ status }) => status))].map((status) => {
    const matching = documented.filter((one) => one.status === status);
    const calls = matching.reduce((sum, { operationId }) => sum + counter.statuses(operationId, status), 0);
    return {
      name: `${status}, of ${matching.length > 1 ? 'any operation' : endpointOf(matching[0]?.operationId)}`,
      sections: [...new Set(matching.flatMap(({ sources }) => sources))].sort(),
      seen: calls > 0 ? 'yes' : 'no',
      note:
        calls > 0
          ? counted(calls, 'response')
          : status === '429'
            ? explain(noLimit)
            : 'not seen: a response had this status',
    };
  });
}

const endpointOf = (wanted: OperationId | undefined) => operations.find(({ id }) => id === wanted)?.endpoint;

function stateCoverage(counter: CoverageCounter, explain: Explain): readonly CoverageItem[] {
  return (Object.keys(lifecycle.states) as JobStatus[]).map((status) => {
    const views = counter.objects(status);
    const seen = `${counted(views, 'view')} of ${counted(counter.jobs(status), 'job')}`;
    return {
      name: status,
      sections: ['3'],
      seen: views > 0 ? 'yes' : 'no',
      note: views > 0 ? seen : explain(stateUnseen[status]),
    };
  });
}

/** A section was seen if each rule that cites it had something to judge. */
function sectionCoverage(verdicts: readonly Verdict[]): readonly CoverageItem[] {
  const judged = verdicts.filter(({ rule }) => rule.level !== 'may');
  const cited = [...new Set(judged.flatMap(({ rule }) => rule.sections))].sort();
  return [
    ...cited.map((section): CoverageItem => {
      const own = judged.filter(({ rule }) => rule.sections.includes(section));
      const missed = own.filter(({ outcome }) => outcome === 'not-reached' || outcome === 'error');
      const reasons = [...new Set(missed.map(({ reason = '' }) => reason))].join('; ');
      return {
        name: section,
        sections: [section],
        seen: missed.length === 0 ? 'yes' : missed.length < own.length ? 'partly' : 'no',
        note: missed.length === 0 ? counted(own.length, 'rule') : reasons,
      };
    }),
    ...unjudged.map(([section, name, note]): CoverageItem => ({
      name,
      sections: [section],
      seen: 'out-of-reach',
      note,
    })),
  ];
}

interface FieldGroup {
  readonly kind: ObjectKind;
  /** Follows the field's name in the item's name. */
  readonly where: string;
  readonly section: string;
  /** The noun for one object. */
  readonly unit: string;
  /** The reason if the journal has no such object. */
  readonly otherwise: string;
}

const fieldGroups: readonly FieldGroup[] = [
  {
    kind: 'accepted',
    where: 'in the response to a start',
    section: '4.4',
    unit: 'start',
    otherwise: noStart,
  },
  { kind: 'view', where: 'of a job', section: '2.2', unit: 'view', otherwise: noStart },
  ...(Object.keys(lifecycle.states) as JobStatus[]).map((status): FieldGroup => ({
    kind: status,
    where: `while ${status}`,
    section: '2.2',
    unit: 'view',
    otherwise: stateUnseen[status],
  })),
  {
    kind: 'progress',
    where: 'inside progress',
    section: '2.2',
    unit: 'progress object',
    otherwise: 'not seen: a view had progress, which is optional',
  },
  {
    kind: 'presentation',
    where: 'of a presentation',
    section: '2.1',
    unit: 'presentation',
    otherwise: noPresentation,
  },
];

/** The coverage of documented response fields. The list of fields comes from the generated contract. */
function fieldCoverage(counter: CoverageCounter, explain: Explain): readonly CoverageItem[] {
  return fieldGroups.flatMap(({ kind, where, section, unit, otherwise }) =>
    fieldsOf[kind].map((field): CoverageItem => {
      const [seen, all] = [counter.fields(kind, field), counter.objects(kind)];
      return {
        name: `${field}, ${where}`,
        sections: [section],
        seen: seen > 0 ? 'yes' : 'no',
        note: all === 0 ? explain(otherwise) : `in ${seen} of ${counted(all, unit)}`,
      };
    }),
  );
}
