/** Rules about the fields of a presentation, one for each of the eight fields. Section 2.1. */
import { validate, type SchemaFault } from '../../generated/validate-documented.js';
import type { Finding, Rule } from '../rule.js';
import { fieldOf } from '../../base/json.js';
import { perTrace, type Trace } from '../../trace/trace.js';
import type { Call } from '../../trace/call.js';
import type { Snapshot } from '../../trace/presentation.js';
import { fail, checkEach, warn } from './findings.js';
import { noPresentation } from './reasons.js';
import { isMissingValue } from './missing-value.js';
import { judgeUrl } from './presentation-urls.js';
import { judgeTimestamp, type ValueFault } from './timestamp.js';
import { expectedBy, inWords, shown } from '../words.js';

export const presentationFields = [
  'id',
  'title',
  'workspace_id',
  'sections',
  'is_public',
  'url',
  'created_at',
  'updated_at',
] as const;

type Field = (typeof presentationFields)[number];

const titles: Readonly<Record<Field, string>> = {
  id: 'id, a string',
  title: 'title, a string',
  workspace_id: 'workspace_id, a string',
  sections: 'sections, an array that may be empty',
  is_public: 'is_public, true or false',
  url: 'url, the address of its page',
  created_at: 'created_at, an ISO 8601 timestamp in UTC with milliseconds',
  updated_at: 'updated_at, an ISO 8601 timestamp in UTC with milliseconds',
};

const timestampReading =
  'Milliseconds have three digits, and the zone is Z. More digits, +00:00 and rare forms of ISO 8601 are warnings. A time before 1971 ' +
  'or in the year 9999 is an unset value, such as year 1 or the epoch.';

const readings: Partial<Record<Field, string>> = {
  url: 'The address is not blank, has no "undefined" or "null" as a part, and is not that of an operation. It may be absolute or relative.',
  created_at: timestampReading,
  updated_at: timestampReading,
};

type ExtraCheck = (value: string, call: Call, trace: Trace) => ValueFault | undefined;

const extraChecks: Partial<Record<Field, ExtraCheck>> = {
  id: judgeId,
  workspace_id: judgeId,
  url: judgeUrl,
  created_at: judgeTimestamp,
  updated_at: judgeTimestamp,
};

function judgeId(value: string): ValueFault | undefined {
  if (value === '') return { kind: 'fail', expected: 'must not be empty' };
  return isMissingValue(value) ? { kind: 'fail', expected: 'must be an id, not a placeholder' } : undefined;
}

export const presentationFieldRules: readonly Rule[] = presentationFields.map(fieldRule);

function fieldRule(field: Field): Rule {
  return {
    id: `presentation/${field.replace('_', '-')}`,
    sections: [...(field === 'url' ? ['1'] : []), '2.1', '2.2', '4.2', '4.5'],
    level: 'must',
    title: `A presentation has ${titles[field]}`,
    ...(readings[field] !== undefined && { reading: readings[field] }),
    judge: checkEach(snapshotsOf, noPresentation, (snapshot, trace) =>
      judgeField(snapshot, field, faultsOf(trace).get(snapshot), trace),
    ),
  };
}

function snapshotsOf({ snapshots }: Trace): readonly Snapshot[] {
  return snapshots;
}

/** The schema faults of each snapshot. */
const faultsOf = perTrace(
  ({ snapshots }) =>
    new Map(snapshots.map((snapshot) => [snapshot, validate('Presentation', snapshot.value)] as const)),
);

function judgeField(
  { call, source, value }: Snapshot,
  field: Field,
  faults: readonly SchemaFault[] | undefined,
  trace: Trace,
): Finding | undefined {
  const actual = fieldOf(value, field);
  const extra = typeof actual === 'string' ? extraChecks[field]?.(actual, call, trace) : undefined;
  // `extraChecks` judge patterns, because they can say what is wrong.
  const fault = faults?.find(({ pointer, keyword }) => pointer === `/${field}` && keyword !== 'pattern');
  const expected = fault?.expected ?? extra?.expected;
  if (expected === undefined) return undefined;
  const where = source === 'fetched' ? 'when fetched' : 'in the view of a completed job';
  const details = {
    expected: fault ? expectedBy(fault) : inWords(expected),
    actual: shown(actual),
    path: source === 'fetched' ? field : `presentation.${field}`,
    call,
  };
  return (extra?.kind === 'warn' ? warn : fail)(`${field} ${expected} ${where}`, details);
}
