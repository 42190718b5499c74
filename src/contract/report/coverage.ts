/** Counts what a run has seen of everything the interface documents, and says of the rest why not. Section by section. */
import { routes } from '../../generated/routes.js';
import type { Verdict } from '../rule.js';
import { answered } from '../rules/judging.js';
import { reaching } from '../rules/job-fields.js';
import { operations } from '../rules/names.js';
import { lifecycle, type JobStatus } from '../../generated/lifecycle.js';
import { statements } from '../statements/all-statements.js';
import { isCited, type Statement } from '../statements/statement.js';
import type { Call } from '../trace/call.js';
import type { Trace } from '../trace/trace.js';
import { fieldCoverage } from './coverage-fields.js';
import type { Coverage, CoverageItem } from './coverage-model.js';
import { counted } from './counted.js';

export function coverageOf(trace: Trace, verdicts: readonly Verdict[]): Coverage {
  return {
    operations: operationCoverage(trace, verdicts),
    statuses: statusCoverage(trace),
    states: stateCoverage(trace),
    fields: fieldCoverage(trace),
    statements: statements.map((statement) => statementCoverage(statement, verdicts)),
  };
}

function operationCoverage(trace: Trace, verdicts: readonly Verdict[]): readonly CoverageItem[] {
  return operations.map(({ id, name, text, section }) => {
    const calls = trace.of(id);
    const isOk = calls.some((call) => call.ok);
    const why = verdicts.find(({ rule }) => rule.id === `operation/${name}`)?.reason;
    return {
      name: text,
      sections: [section],
      seen: isOk ? 'yes' : calls.length > 0 ? 'partly' : 'no',
      note:
        calls.length > 0
          ? `answered ${answers(calls)}${isOk ? '' : ', never with success'}`
          : (why ?? 'it was not asked'),
    };
  });
}

/** `200 (12 times), 429`. */
function answers(calls: readonly Call[]): string {
  const times = new Map<string, number>();
  for (const call of calls) times.set(answered(call), (times.get(answered(call)) ?? 0) + 1);
  const sorted = [...times].sort(([one], [two]) => (one < two ? -1 : 1));
  return sorted.map(([status, count]) => (count === 1 ? status : `${status} (${count} times)`)).join(', ');
}

/** Of all statuses the document of the API lists, those that the interface itself names. */
function statusCoverage(trace: Trace): readonly CoverageItem[] {
  const documented = routes.flatMap(({ operationId, responses }) =>
    Object.entries(responses)
      .filter(([, { statusAssumed }]) => !statusAssumed)
      .map(([status, { sources }]) => ({ status, sources, operationId })),
  );
  return [...new Set(documented.map(({ status }) => status))].map((status) => {
    const places = documented.filter((place) => place.status === status);
    const calls = places.flatMap(({ operationId }) =>
      trace.of(operationId).filter((call) => String(call.status) === status),
    );
    const where = places.length > 1 ? 'of any operation' : (places[0]?.operationId ?? '');
    return {
      name: `${status}, ${places.length > 1 ? where : `of ${operationText(where)}`}`,
      sections: [...new Set(places.flatMap(({ sources }) => sources))].sort(),
      seen: calls.length > 0 ? 'yes' : 'no',
      note:
        calls.length > 0
          ? counted(calls.length, 'answer')
          : status === '429'
            ? 'no limit was met (--probe-rate-limit)'
            : 'no request was answered so',
    };
  });
}

const operationText = (id: string) => operations.find((operation) => operation.id === id)?.text ?? id;

function stateCoverage(trace: Trace): readonly CoverageItem[] {
  return (Object.keys(lifecycle.states) as JobStatus[]).map((status) => {
    const views = trace.views.filter((view) => view.status === status);
    const jobs = new Set(views.map((view) => view.job)).size;
    const seen = `${counted(views.length, 'view')} of ${counted(jobs, 'job')}`;
    return {
      name: status,
      sections: ['3'],
      seen: views.length > 0 ? 'yes' : 'no',
      note: views.length > 0 ? seen : reaching[status],
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
    note: guards.length === 0 ? 'its rules were left out' : reasons,
  };
}
