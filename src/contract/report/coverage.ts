/** Counts what a run has seen of everything the interface documents, and says of the rest why not. Section by section. */
import { routes } from '../../generated/routes.js';
import type { Verdict } from '../rule.js';
import { reaching } from '../rules/job-fields.js';
import { operations } from '../rules/names.js';
import { lifecycle, type JobStatus } from '../../generated/lifecycle.js';
import { statements } from '../statements/all-statements.js';
import { isCited, type Statement } from '../statements/statement.js';
import type { Census } from './census.js';
import { fieldCoverage } from './coverage-fields.js';
import type { Coverage, CoverageItem } from './coverage-model.js';
import { counted } from './counted.js';

export function coverageOf(census: Census, verdicts: readonly Verdict[]): Coverage {
  return {
    operations: operationCoverage(census, verdicts),
    statuses: statusCoverage(census),
    states: stateCoverage(census),
    fields: fieldCoverage(census),
    statements: statements.map((statement) => statementCoverage(statement, verdicts)),
  };
}

function operationCoverage(census: Census, verdicts: readonly Verdict[]): readonly CoverageItem[] {
  return operations.map(({ id, name, text, section }) => {
    const answers = census.answers(id);
    const isOk = census.statuses(id, '2xx') > 0;
    const why = verdicts.find(({ rule }) => rule.id === `operation/${name}`)?.reason;
    return {
      name: text,
      sections: [section],
      seen: isOk ? 'yes' : answers.size > 0 ? 'partly' : 'no',
      note:
        answers.size > 0
          ? `answered ${answersText(answers)}${isOk ? '' : ', never with success'}`
          : (why ?? 'it was not asked'),
    };
  });
}

/** `200 (12 times), 429`. */
function answersText(answers: ReadonlyMap<string, number>): string {
  const sorted = [...answers].sort(([one], [two]) => (one < two ? -1 : 1));
  return sorted.map(([status, count]) => (count === 1 ? status : `${status} (${count} times)`)).join(', ');
}

/** Of all statuses the document of the API lists, those that the interface itself names. */
function statusCoverage(census: Census): readonly CoverageItem[] {
  const documented = routes.flatMap(({ operationId, responses }) =>
    Object.entries(responses)
      .filter(([, { statusAssumed }]) => !statusAssumed)
      .map(([status, { sources }]) => ({ status, sources, operationId })),
  );
  return [...new Set(documented.map(({ status }) => status))].map((status) => {
    const places = documented.filter((place) => place.status === status);
    const calls = places.reduce((sum, { operationId }) => sum + census.statuses(operationId, status), 0);
    const where = places.length > 1 ? 'of any operation' : (places[0]?.operationId ?? '');
    return {
      name: `${status}, ${places.length > 1 ? where : `of ${operationText(where)}`}`,
      sections: [...new Set(places.flatMap(({ sources }) => sources))].sort(),
      seen: calls > 0 ? 'yes' : 'no',
      note:
        calls > 0
          ? counted(calls, 'answer')
          : status === '429'
            ? 'no limit was met (--probe-rate-limit)'
            : 'no request was answered so',
    };
  });
}

const operationText = (id: string) => operations.find((operation) => operation.id === id)?.text ?? id;

function stateCoverage(census: Census): readonly CoverageItem[] {
  return (Object.keys(lifecycle.states) as JobStatus[]).map((status) => {
    const views = census.views(status);
    const seen = `${counted(views, 'view')} of ${counted(census.jobs(status), 'job')}`;
    return {
      name: status,
      sections: ['3'],
      seen: views > 0 ? 'yes' : 'no',
      note: views > 0 ? seen : reaching[status],
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
