/** Computes the coverage of a run: which documented items it saw, and the reasons for the others. */
import { routes, type OperationId } from '../../generated/routes.js';
import type { Verdict } from '../rule.js';
import { operations } from '../rows/operations.js';
import { noLimit, noPresentation, noStart, stateUnseen } from '../rows/reasons.js';
import { lifecycle, type JobStatus } from '../../generated/lifecycle.js';
import { statements } from '../statements/all-statements.js';
import { isCited, type Statement } from '../statements/statement.js';
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
    statements: statements.map((statement) => statementCoverage(statement, verdicts)),
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

function statementCoverage(
  { section, text, rules: patterns = [], because }: Statement,
  verdicts: readonly Verdict[],
): CoverageItem {
  const common = { name: text, sections: [section] };
  const guards = verdicts.filter(({ rule }) => isCited(rule.id, patterns));
  if (patterns.length === 0)
    return { ...common, seen: 'out-of-reach', ...(because !== undefined && { note: because }) };
  const missed = guards.filter(({ outcome }) => outcome === 'not-reached' || outcome === 'error');
  if (missed.length === 0 && guards.length > 0)
    return { ...common, seen: 'yes', note: counted(guards.length, 'rule') };
  const reasons = [...new Set(missed.map(({ reason = '' }) => reason))].join('; ');
  return {
    ...common,
    seen: missed.length < guards.length ? 'partly' : 'no',
    note: guards.length === 0 ? 'its rules were not run' : reasons,
  };
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
