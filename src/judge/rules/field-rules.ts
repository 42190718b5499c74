/**
 * Field rules. Types and presence come from the OpenAPI document. The tables add what a schema cannot say. Sections 2.1, 2.2, 4.2, 4.4 and 4.5.
 */
import { getField, isObject, type JsonObject } from '../../base/json.js';
import type { SchemaError } from '../../base/json-schema.js';
import { lifecycle, type JobStatus } from '../../generated/lifecycle.js';
import { validate } from '../../generated/validate-documented.js';
import type { ValidatedSchema } from '../../generated/validated-schema.js';
import { isJsonSuccess, type Call } from '../model/call.js';
import { isFromGet, toBodyPath, type PollResult, type PresentationRead, type Trace } from '../model/trace.js';
import { getJson } from '../model/body.js';
import type { Finding, Rule } from '../rule.js';
import { NO_PRESENTATION, NO_START, NO_JOB_WITH_STATUS } from './not-covered.js';
import { expectedBySchema, description, MISSING_FIELD, valueOrMissing } from '../description.js';
import { violation, createRule } from './create-rule.js';
import {
  hasObjectDump,
  validateId,
  validateServiceText,
  validateText,
  validateTimestamp,
  validateUrl,
  type ValueError,
} from './checks/validate-values.js';

// One field of a value: its faults by the schema, and else by what the table adds.

interface FieldCheck {
  readonly schema: ValidatedSchema;
  readonly value: JsonObject;
  readonly field: string;
  /** Whether the fields inside it count, too. */
  readonly isDeep?: boolean;
  readonly call: Call;
  /** For a message: `title must be a string when fetched`. */
  readonly where?: string;
  readonly pathOf?: (path: string) => string;
  /** Checks a value that is valid by its schema. */
  readonly check?: (actual: unknown) => ValueError | undefined;
}

function checkField({
  schema,
  value,
  field,
  isDeep,
  call,
  where,
  check,
  ...at
}: FieldCheck): readonly Finding[] {
  const pathOf = at.pathOf ?? ((path: string) => path);
  const end = where === undefined ? '' : ` ${where}`;
  const faults = validateCached(schema, value).filter(
    // The extra check has the better message for patterns.
    ({ pointer, keyword }) =>
      keyword !== 'pattern' &&
      (pointer === `/${field}` || (isDeep === true && pointer.startsWith(`/${field}/`))),
  );
  if (faults.length > 0)
    return faults.map((fault) => {
      const path = fault.pointer.slice(1).replaceAll('/', '.');
      const actual = valueOrMissing(path.split('.').reduce<unknown>(getField, value));
      const expected = expectedBySchema(fault);
      return violation(`${path} ${fault.detail}${end}`, { expected, actual, path: pathOf(path), call });
    });
  const actual = getField(value, field);
  const found = check?.(actual);
  if (!found) return [];
  const { expected, doubt } = found;
  const details = {
    expected: description(expected),
    actual: valueOrMissing(actual),
    path: pathOf(field),
    call,
    doubt,
  };
  return [violation(`${field} ${expected}${end}`, details)];
}

const known = new WeakMap<JsonObject, readonly SchemaError[]>();

/** The rows of all fields share the faults of a value. */
function validateCached(schema: ValidatedSchema, value: JsonObject): readonly SchemaError[] {
  const faults = known.get(value) ?? validate(schema, value);
  known.set(value, faults);
  return faults;
}

// Presentations, fetched and in the views of completed jobs.

type PresentationCheck = (value: string, call: Call, trace: Trace) => ValueError | undefined;

const TIME = 'an ISO 8601 timestamp in UTC with milliseconds';

const presentationFields: Readonly<Record<string, readonly [what: string, check?: PresentationCheck]>> = {
  id: ['a string', validateId],
  title: ['a string'],
  workspace_id: ['a string', validateId],
  sections: ['an array that may be empty'],
  is_public: ['true or false'],
  url: ['the address of its page', validateUrl],
  created_at: [TIME, validateTimestamp],
  updated_at: [TIME, validateTimestamp],
};

export const presentationFieldNames = Object.keys(presentationFields);

const whereSeen = (snapshot: PresentationRead): string =>
  isFromGet(snapshot) ? 'when fetched' : 'in the view of a completed job';

const presentationRows = Object.entries(presentationFields).map(([field, [what, check]]) =>
  createRule({
    id: `presentation/${field.replace('_', '-')}`,
    sections: [...(field === 'url' ? ['1'] : []), '2.1', '2.2', '4.2', '4.5'],
    title: `A presentation has ${field}, ${what}`,
    select: (trace) => trace.presentationReads,
    notCovered: NO_PRESENTATION,
    check: (snapshot, trace) =>
      checkField({
        ...{ schema: 'Presentation', field, value: snapshot.value, call: snapshot.call },
        where: whereSeen(snapshot),
        pathOf: (path) => toBodyPath(snapshot, path),
        check: (actual) => (typeof actual === 'string' ? check?.(actual, snapshot.call, trace) : undefined),
      }),
  }),
);

// The views of jobs: each field in its states, and absent in all others.

const schemas: Readonly<Record<JobStatus, ValidatedSchema>> = {
  generating: 'JobGenerating',
  awaiting_input: 'JobAwaitingInput',
  completed: 'JobCompleted',
  failed: 'JobFailed',
};
const states = Object.keys(lifecycle.states) as readonly JobStatus[];

const hasField = (status: JobStatus, field: string): boolean =>
  [...lifecycle.states[status].required, ...lifecycle.states[status].optional].some((name) => name === field);

interface JobFieldRule {
  readonly field: string;
  readonly id: string;
  readonly title: string;
  readonly absentTitle: string;
  readonly check?: (value: unknown, view: PollResult) => ValueError | undefined;
}

/** The text may quote what a client sent. */
function shownTextFault(value: unknown, { job: { start, messages } }: PollResult): ValueError | undefined {
  if (typeof value !== 'string') return undefined;
  const isQuoted = [start, ...messages].some((call) =>
    hasObjectDump(call?.exchange.request.body?.text ?? ''),
  );
  return isQuoted ? validateText(value) : validateServiceText(value);
}

/** A step that is blank or an ellipsis is between two steps: it is a string, and nothing to read. */
const NO_STEP = /^[\s.…]*$/;

function stepFault(progress: unknown, view: PollResult): ValueError | undefined {
  const step = getField(progress, 'current_step');
  const found = typeof step === 'string' && !NO_STEP.test(step) ? shownTextFault(step, view) : undefined;
  return found && { expected: found.expected.replace('must be', 'must have a current_step that is') };
}

const jobFields: readonly JobFieldRule[] = [
  {
    field: 'progress',
    id: 'job/progress-has-all-fields',
    title: 'progress, if present, has all three fields',
    absentTitle: 'Only a generating job has progress',
    check: stepFault,
  },
  {
    field: 'tokens_used',
    id: 'job/tokens-used-is-positive',
    title: 'tokens_used, if present, is a positive number',
    absentTitle: 'Only a generating or completed job has tokens_used',
  },
  {
    field: 'message',
    id: 'job/awaiting-input-has-message',
    title: 'A job that awaits input has a message',
    absentTitle: 'Only a job that awaits input has a message',
    check: shownTextFault,
  },
  {
    field: 'presentation',
    id: 'job/completed-has-presentation',
    title: 'A completed job has a presentation',
    absentTitle: 'Only a completed job has a presentation',
  },
  {
    field: 'error',
    id: 'job/failed-has-error',
    title: 'A failed job has an error',
    absentTitle: 'Only a failed job has an error',
    check: (value) => (typeof value === 'string' ? validateText(value) : undefined),
  },
];

const NULL_DOWNGRADE = 'null may mean absent';

interface ViewIn {
  readonly view: PollResult;
  readonly status: JobStatus;
}

const viewsIn =
  (chosen: readonly JobStatus[]) =>
  ({ pollResults }: Trace): readonly ViewIn[] =>
    pollResults.flatMap((view) => {
      const { status } = view;
      return status !== undefined && chosen.includes(status) ? [{ view, status }] : [];
    });

function unseenIn(chosen: readonly JobStatus[]): string {
  const [state, ...others] = chosen;
  if (state !== undefined && others.length === 0) return NO_JOB_WITH_STATUS[state];
  return `not seen: a poll showed a job that is ${chosen.join(', ')}`;
}

function createPresenceRule({ field, id, title, check }: JobFieldRule): Rule {
  const chosen = states.filter((status) => hasField(status, field));
  return createRule({
    id,
    sections: ['2.2', '4.5'],
    title,
    select: viewsIn(chosen),
    notCovered: unseenIn(chosen),
    check: ({ view, status }) => {
      const { call, value } = view;
      // A missing progress and a progress of null say the same. A number of null is not a number.
      if (field === 'progress' && getField(value, field) === null)
        return violation(`progress is null instead of absent while ${status}`, {
          ...{ expected: MISSING_FIELD, actual: null, path: field, call },
          doubt: NULL_DOWNGRADE,
        });
      return checkField({
        ...{ schema: schemas[status], field, value, call },
        // The fields inside a presentation have their own rows.
        isDeep: field !== 'presentation',
        where: `while ${status}`,
        ...(check && { check: (actual: unknown) => check(actual, view) }),
      });
    },
  });
}

function createAbsenceRule({ field, absentTitle }: JobFieldRule): Rule {
  const chosen = states.filter((status) => !hasField(status, field));
  return createRule({
    id: `job/${field.replace('_', '-')}-only-in-its-states`,
    sections: ['2.2', '4.5'],
    title: absentTitle,
    select: viewsIn(chosen),
    notCovered: unseenIn(chosen),
    check: ({ view: { call, value }, status }) => {
      const actual = getField(value, field);
      if (actual === undefined) return undefined;
      const isNull = actual === null;
      return violation(`${field} is ${isNull ? 'null instead of absent' : 'present'} while ${status}`, {
        ...{ expected: MISSING_FIELD, actual, path: field, call },
        doubt: isNull ? NULL_DOWNGRADE : undefined,
      });
    },
  });
}

const noView = 'not seen: a job was polled';

/** Of every view, in all states. */
const viewRows: readonly Rule[] = [
  createRule({
    id: 'job/status-response-is-object',
    sections: ['2.2', '4.5'],
    title: 'A status response is a JSON object',
    select: ({ jobs }) => jobs.flatMap(({ polls }) => polls.filter(isJsonSuccess)),
    notCovered: noView,
    check: (call) => notAnObject('the view of a job', call),
  }),
  createRule({
    id: 'job/status-is-documented',
    sections: ['2.2', '3', '4.5'],
    title: 'status is one of the four documented values',
    select: ({ pollResults }) => pollResults,
    notCovered: noView,
    check: ({ call, value, status }) =>
      status === undefined
        ? violation('the status is not one of the four documented values', {
            expected: description(`one of ${states.join(', ')}`),
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
    select: ({ pollResults }) => pollResults,
    notCovered: noView,
    check: ({ call, value, job }) => {
      const actual = getField(value, 'generation_id');
      if (actual === job.id) return undefined;
      const isOtherCase = job.start === undefined && String(actual).toLowerCase() === job.id.toLowerCase();
      const what =
        (actual ?? undefined) === undefined
          ? 'no generation_id'
          : 'another generation_id than the polled job';
      return violation(`the view has ${what}`, {
        ...{ expected: job.id, actual: valueOrMissing(actual), path: 'generation_id', call },
        doubt: isOtherCase ? 'a client may have written the id in another case' : undefined,
      });
    },
  }),
];

function notAnObject(what: string, call: Call): Finding | undefined {
  const actual = getJson(call.responseBody);
  return isObject(actual)
    ? undefined
    : violation(`${what} is not an object`, { expected: description('an object'), actual, call });
}

// The responses to starts.

/** The starts whose bodies can be read. Rows about the wire judge bodies that are not JSON. */
export const getReadableStarts = (trace: Trace): readonly Call[] =>
  trace.callsWithValidKey('startGeneration').filter(isJsonSuccess);

const startField = (field: string, title: string): Rule =>
  createRule({
    id: `start/${field.replace('_', '-')}`,
    sections: ['2.2', '3', '4.4'],
    title,
    select: getReadableStarts,
    notCovered: NO_START,
    check: (call) => {
      const body = getJson(call.responseBody);
      const expected = 'must be a field of an object';
      if (!isObject(body))
        return violation(`${field} ${expected}`, {
          ...{ expected: description(expected), actual: MISSING_FIELD, path: field, call },
        });
      return checkField({
        ...{ schema: 'GenerationAccepted', value: body, field, call },
        check: (actual) => (actual === '' ? { expected: 'must not be empty' } : undefined),
      });
    },
  });

export const startFieldRules: readonly Rule[] = [
  startField('generation_id', 'A start returns generation_id, a string'),
  startField('status', 'A start returns status generating'),
];

export const jobFieldRules: readonly Rule[] = [
  ...viewRows,
  ...jobFields.map(createPresenceRule),
  ...jobFields.map(createAbsenceRule),
];

export const presentationFieldRules: readonly Rule[] = [
  ...presentationRows,
  createRule({
    id: 'presentation/is-object',
    sections: ['2.1', '4.2'],
    title: 'GET /presentations/{id} returns an object',
    select: (trace) => trace.callsWithValidKey('getPresentation').filter(isJsonSuccess),
    notCovered: NO_PRESENTATION,
    check: (call) => notAnObject('a fetched presentation', call),
  }),
];
