/** Rules about the fields of a status response, by status. Sections 2.2, 3 and 4.5. */
import { getField } from '../../base/json.js';
import { lifecycle, type JobStatus } from '../../generated/lifecycle.js';
import type { ValidatedSchema } from '../../generated/validated-schema.js';
import { isJsonSuccess } from '../model/call.js';
import type { PollResult } from '../model/job-history.js';
import type { Trace } from '../model/trace.js';
import type { Rule, VerdictReason } from '../rule.js';
import { NO_JOB_WITH_STATUS } from './not-covered.js';
import { description, MISSING_FIELD, valueOrMissing } from '../description.js';
import { violation, createRule } from './create-rule.js';
import {
  hasObjectDump,
  validateServiceText,
  validateText,
  type ValueError,
} from './checks/validate-values.js';
import { checkField, checkIsObject } from './checks/check-field.js';

/** Between two steps, current_step may be blank or an ellipsis. */
const NO_STEP = /^[\s.…]*$/;

const NULL_DOWNGRADE = 'null may mean missing';

const NO_POLL = 'no successful poll in the traffic';

interface JobFieldRule {
  readonly field: string;
  /** The rule that requires the field. */
  readonly id: string;
  readonly title: string;
  /** The rule that forbids the field in all other statuses. */
  readonly absenceId: string;
  readonly absenceTitle: string;
  readonly check?: (value: unknown, view: PollResult) => ValueError | undefined;
}

interface ResultWithStatus {
  readonly result: PollResult;
  readonly status: JobStatus;
}

const schemas: Readonly<Record<JobStatus, ValidatedSchema>> = {
  generating: 'JobGenerating',
  awaiting_input: 'JobAwaitingInput',
  completed: 'JobCompleted',
  failed: 'JobFailed',
};

const statuses = Object.keys(lifecycle.states) as readonly JobStatus[];

const hasField = (status: JobStatus, field: string): boolean =>
  [...lifecycle.states[status].required, ...lifecycle.states[status].optional].some((name) => name === field);

/** The text may quote what a client sent. */
function validateDisplayedText(
  value: unknown,
  { job: { start, messages } }: PollResult,
): ValueError | undefined {
  if (typeof value !== 'string') return undefined;
  const isQuoted = [start, ...messages].some((call) =>
    hasObjectDump(call?.exchange.request.body?.text ?? ''),
  );
  return isQuoted ? validateText(value) : validateServiceText(value);
}

function validateStep(progress: unknown, view: PollResult): ValueError | undefined {
  const step = getField(progress, 'current_step');
  const error =
    typeof step === 'string' && !NO_STEP.test(step) ? validateDisplayedText(step, view) : undefined;
  return error && { expected: error.expected.replace('must be', 'must have a current_step that is') };
}

const jobFields: readonly JobFieldRule[] = [
  {
    field: 'progress',
    id: 'job/progress-has-all-fields',
    title: 'progress, if present, has all three fields',
    absenceId: 'job/progress-only-while-generating',
    absenceTitle: 'Only a generating job has progress',
    check: validateStep,
  },
  {
    field: 'tokens_used',
    id: 'job/tokens-used-is-positive',
    title: 'tokens_used, if present, is a positive number',
    absenceId: 'job/tokens-used-only-while-generating-or-completed',
    absenceTitle: 'Only a generating or completed job has tokens_used',
  },
  {
    field: 'message',
    id: 'job/awaiting-input-has-message',
    title: 'A job that awaits input has a message',
    absenceId: 'job/message-only-while-awaiting-input',
    absenceTitle: 'Only a job that awaits input has a message',
    check: validateDisplayedText,
  },
  {
    field: 'presentation',
    id: 'job/completed-has-presentation',
    title: 'A completed job has a presentation',
    absenceId: 'job/presentation-only-when-completed',
    absenceTitle: 'Only a completed job has a presentation',
  },
  {
    field: 'error',
    id: 'job/failed-has-error',
    title: 'A failed job has an error',
    absenceId: 'job/error-only-when-failed',
    absenceTitle: 'Only a failed job has an error',
    check: (value) => (typeof value === 'string' ? validateText(value) : undefined),
  },
];

const selectResultsIn =
  (chosen: readonly JobStatus[]) =>
  ({ pollResults }: Trace): readonly ResultWithStatus[] =>
    pollResults.flatMap((result) => {
      const { status } = result;
      return status !== undefined && chosen.includes(status) ? [{ result, status }] : [];
    });

function formatNoPoll(chosen: readonly JobStatus[]): string | VerdictReason {
  const [status, ...others] = chosen;
  if (status !== undefined && others.length === 0) return NO_JOB_WITH_STATUS[status];
  return `no poll of a job with status ${chosen.join(', ')} in the traffic`;
}

function createPresenceRule({ field, id, title, check }: JobFieldRule): Rule {
  const chosen = statuses.filter((status) => hasField(status, field));
  return createRule({
    id,
    sections: ['2.2', '4.5'],
    title,
    select: selectResultsIn(chosen),
    notCovered: formatNoPoll(chosen),
    check: ({ result, status }) => {
      const { call, value } = result;
      // Only progress may be null instead of missing: it is optional.
      if (field === 'progress' && getField(value, field) === null)
        return violation(`progress is null instead of missing while ${status}`, {
          ...{ expected: MISSING_FIELD, actual: null, path: field, call },
          downgrade: NULL_DOWNGRADE,
        });
      return checkField({
        ...{ schema: schemas[status], field, value, call },
        // The fields inside a presentation have their own rules.
        isDeep: field !== 'presentation',
        where: `while ${status}`,
        ...(check && { check: (actual: unknown) => check(actual, result) }),
      });
    },
  });
}

function createAbsenceRule({ field, absenceId, absenceTitle }: JobFieldRule): Rule {
  const chosen = statuses.filter((status) => !hasField(status, field));
  return createRule({
    id: absenceId,
    sections: ['2.2', '4.5'],
    title: absenceTitle,
    select: selectResultsIn(chosen),
    notCovered: formatNoPoll(chosen),
    check: ({ result: { call, value }, status }) => {
      const actual = getField(value, field);
      if (actual === undefined) return undefined;
      const isNull = actual === null;
      return violation(`${field} is ${isNull ? 'null instead of missing' : 'present'} while ${status}`, {
        ...{ expected: MISSING_FIELD, actual, path: field, call },
        downgrade: isNull ? NULL_DOWNGRADE : undefined,
      });
    },
  });
}

/** For every status. */
const statusResponseRules: readonly Rule[] = [
  createRule({
    id: 'job/status-response-is-object',
    sections: ['2.2', '4.5'],
    title: 'A status response is a JSON object',
    select: ({ jobs }) => jobs.flatMap(({ polls }) => polls.filter(isJsonSuccess)),
    notCovered: NO_POLL,
    check: (call) => checkIsObject('the status response', call),
  }),
  createRule({
    id: 'job/status-is-documented',
    sections: ['2.2', '3', '4.5'],
    title: 'status is one of the four documented values',
    select: ({ pollResults }) => pollResults,
    notCovered: NO_POLL,
    check: ({ call, value, status }) =>
      status === undefined
        ? violation('the status is not one of the four documented values', {
            expected: description(`one of ${statuses.join(', ')}`),
            actual: valueOrMissing(getField(value, 'status')),
            path: 'status',
            call,
          })
        : undefined,
  }),
  createRule({
    id: 'job/generation-id-matches-request',
    sections: ['2.2', '4.5'],
    title: 'A status response has the generation_id of the request',
    select: ({ jobs }) => jobs.flatMap(({ views, misdirectedViews }) => [...views, ...misdirectedViews]),
    notCovered: NO_POLL,
    check: ({ call, value, job }) => {
      const actual = getField(value, 'generation_id');
      if (actual === job.id) return undefined;
      const isOtherCase = job.start === undefined && String(actual).toLowerCase() === job.id.toLowerCase();
      const message =
        (actual ?? undefined) === undefined
          ? 'the status response has no generation_id'
          : 'generation_id differs from the polled job';
      return violation(message, {
        ...{ expected: job.id, actual: valueOrMissing(actual), path: 'generation_id', call },
        downgrade: isOtherCase ? 'a client may have changed the case of the id' : undefined,
      });
    },
  }),
];

export const jobFieldRules: readonly Rule[] = [
  ...statusResponseRules,
  ...jobFields.map(createPresenceRule),
  ...jobFields.map(createAbsenceRule),
];
