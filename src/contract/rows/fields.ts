/**
 * Rows about the fields of responses. Types and presence come from the contract document: its validators, and `x-lifecycle` for the states
 * of a job. The tables add what a schema cannot say. Sections 2.1, 2.2, 4.2, 4.4 and 4.5.
 */
import { fieldOf, isObject, type JsonObject } from '../../base/json.js';
import type { SchemaFault } from '../../base/json-schema.js';
import { lifecycle, type JobStatus } from '../../generated/lifecycle.js';
import { validate } from '../../generated/validate-documented.js';
import type { ValidatedSchema } from '../../generated/validated-schema.js';
import { isJsonSuccess, type Call } from '../model/call.js';
import { isFetched, pathIn, type JobView, type Snapshot, type Trace } from '../model/trace.js';
import { jsonOf } from '../model/payload.js';
import type { Finding, Rule } from '../rule.js';
import { noPresentation, noStart, stateUnseen } from './reasons.js';
import { expectedBy, inWords, noSuchField, shown } from '../words.js';
import { broken, row } from './row.js';
import {
  hasDump,
  idFault,
  ownTextFault,
  textFault,
  timestampFault,
  urlFault,
  type ValueFault,
} from './values.js';

// One field of a value: its faults by the schema, and else by what the table adds.

interface FieldAt {
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
  readonly check?: (actual: unknown) => ValueFault | undefined;
}

function faultsAt({ schema, value, field, isDeep, call, where, check, ...at }: FieldAt): readonly Finding[] {
  const pathOf = at.pathOf ?? ((path: string) => path);
  const end = where === undefined ? '' : ` ${where}`;
  const faults = schemaFaults(schema, value).filter(
    // The table says what is wrong where the schema has a pattern.
    ({ pointer, keyword }) =>
      keyword !== 'pattern' &&
      (pointer === `/${field}` || (isDeep === true && pointer.startsWith(`/${field}/`))),
  );
  if (faults.length > 0)
    return faults.map((fault) => {
      const path = fault.pointer.slice(1).replaceAll('/', '.');
      const actual = shown(path.split('.').reduce<unknown>(fieldOf, value));
      const expected = expectedBy(fault);
      return broken(`${path} ${fault.expected}${end}`, { expected, actual, path: pathOf(path), call });
    });
  const actual = fieldOf(value, field);
  const found = check?.(actual);
  if (!found) return [];
  const { expected, doubt } = found;
  const details = { expected: inWords(expected), actual: shown(actual), path: pathOf(field), call, doubt };
  return [broken(`${field} ${expected}${end}`, details)];
}

const known = new WeakMap<JsonObject, readonly SchemaFault[]>();

/** The rows of all fields share the faults of a value. */
function schemaFaults(schema: ValidatedSchema, value: JsonObject): readonly SchemaFault[] {
  const faults = known.get(value) ?? validate(schema, value);
  known.set(value, faults);
  return faults;
}

// Presentations, fetched and in the views of completed jobs.

type PresentationCheck = (value: string, call: Call, trace: Trace) => ValueFault | undefined;

const TIME = 'an ISO 8601 timestamp in UTC with milliseconds';

const presentationTable: Readonly<Record<string, readonly [what: string, check?: PresentationCheck]>> = {
  id: ['a string', idFault],
  title: ['a string'],
  workspace_id: ['a string', idFault],
  sections: ['an array that may be empty'],
  is_public: ['true or false'],
  url: ['the address of its page', urlFault],
  created_at: [TIME, timestampFault],
  updated_at: [TIME, timestampFault],
};

export const presentationFields = Object.keys(presentationTable);

const whereSeen = (snapshot: Snapshot): string =>
  isFetched(snapshot) ? 'when fetched' : 'in the view of a completed job';

const presentationRows = Object.entries(presentationTable).map(([field, [what, check]]) =>
  row({
    id: `presentation/${field.replace('_', '-')}`,
    sections: [...(field === 'url' ? ['1'] : []), '2.1', '2.2', '4.2', '4.5'],
    title: `A presentation has ${field}, ${what}`,
    items: (trace) => trace.snapshots,
    unseen: noPresentation,
    check: (snapshot, trace) =>
      faultsAt({
        ...{ schema: 'Presentation', field, value: snapshot.value, call: snapshot.call },
        where: whereSeen(snapshot),
        pathOf: (path) => pathIn(snapshot, path),
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

interface JobField {
  readonly field: string;
  readonly id: string;
  readonly title: string;
  readonly absentTitle: string;
  readonly check?: (value: unknown, view: JobView) => ValueFault | undefined;
}

/** The service may quote a dump that a client sent to the job. */
function shownTextFault(value: unknown, { job: { start, messages } }: JobView): ValueFault | undefined {
  if (typeof value !== 'string') return undefined;
  const isQuoted = [start, ...messages].some((call) => hasDump(call?.exchange.request.body?.text ?? ''));
  return isQuoted ? textFault(value) : ownTextFault(value);
}

/** A step that is blank or an ellipsis is between two steps: it is a string, and nothing to read. */
const NO_STEP = /^[\s.…]*$/;

function stepFault(progress: unknown, view: JobView): ValueFault | undefined {
  const step = fieldOf(progress, 'current_step');
  const found = typeof step === 'string' && !NO_STEP.test(step) ? shownTextFault(step, view) : undefined;
  return found && { expected: found.expected.replace('must be', 'must have a current_step that is') };
}

const jobTable: readonly JobField[] = [
  {
    field: 'progress',
    id: 'job/progress-is-whole',
    title: 'progress, if present, has its three fields with their types',
    absentTitle: 'Only a generating job shows progress',
    check: stepFault,
  },
  {
    field: 'tokens_used',
    id: 'job/tokens-are-positive',
    title: 'tokens_used, if present, is a number above zero',
    absentTitle: 'Only generating and completed jobs show tokens_used',
  },
  {
    field: 'message',
    id: 'job/question-is-a-text',
    title: 'A job that awaits input shows its question',
    absentTitle: 'Only a job that awaits input shows a message',
    check: shownTextFault,
  },
  {
    field: 'presentation',
    id: 'job/completed-has-its-presentation',
    title: 'A completed job shows its presentation',
    absentTitle: 'Only a completed job shows a presentation',
  },
  {
    field: 'error',
    id: 'job/failed-says-why',
    title: 'A failed job shows the reason',
    absentTitle: 'Only a failed job shows an error',
    check: (value) => (typeof value === 'string' ? textFault(value) : undefined),
  },
];

const NULL_DOUBT = 'null may mean absent';

interface ViewIn {
  readonly view: JobView;
  readonly status: JobStatus;
}

const viewsIn =
  (chosen: readonly JobStatus[]) =>
  ({ views }: Trace): readonly ViewIn[] =>
    views.flatMap((view) => {
      const { status } = view;
      return status !== undefined && chosen.includes(status) ? [{ view, status }] : [];
    });

function unseenIn(chosen: readonly JobStatus[]): string {
  const [state, ...others] = chosen;
  if (state !== undefined && others.length === 0) return stateUnseen[state];
  return `not seen: a poll showed a job that is ${chosen.join(', ')}`;
}

function presentField({ field, id, title, check }: JobField): Rule {
  const chosen = states.filter((status) => hasField(status, field));
  return row({
    id,
    sections: ['2.2', '4.5'],
    title,
    items: viewsIn(chosen),
    unseen: unseenIn(chosen),
    check: ({ view, status }) => {
      const { call, value } = view;
      // A missing progress and a progress of null say the same. A number of null is not a number.
      if (field === 'progress' && fieldOf(value, field) === null)
        return broken(`progress is null instead of absent while ${status}`, {
          ...{ expected: noSuchField, actual: null, path: field, call },
          doubt: NULL_DOUBT,
        });
      return faultsAt({
        ...{ schema: schemas[status], field, value, call },
        // The fields inside a presentation have their own rows.
        isDeep: field !== 'presentation',
        where: `while ${status}`,
        ...(check && { check: (actual: unknown) => check(actual, view) }),
      });
    },
  });
}

function absentField({ field, absentTitle }: JobField): Rule {
  const chosen = states.filter((status) => !hasField(status, field));
  return row({
    id: `job/${field.replace('_', '-')}-only-in-its-states`,
    sections: ['2.2', '4.5'],
    title: absentTitle,
    items: viewsIn(chosen),
    unseen: unseenIn(chosen),
    check: ({ view: { call, value }, status }) => {
      const actual = fieldOf(value, field);
      if (actual === undefined) return undefined;
      const isNull = actual === null;
      return broken(`${field} is ${isNull ? 'null instead of absent' : 'present'} while ${status}`, {
        ...{ expected: noSuchField, actual, path: field, call },
        doubt: isNull ? NULL_DOUBT : undefined,
      });
    },
  });
}

const noView = 'not seen: a job was polled';

/** Of every view, in all states. */
const viewRows: readonly Rule[] = [
  row({
    id: 'job/view-is-an-object',
    sections: ['2.2', '4.5'],
    title: 'A poll returns an object',
    items: ({ jobs }) => jobs.flatMap(({ polls }) => polls.filter(isJsonSuccess)),
    unseen: noView,
    check: (call) => notAnObject('the view of a job', call),
  }),
  row({
    id: 'job/status-is-one-of-four',
    sections: ['2.2', '3', '4.5'],
    title: 'The status is one of the four documented values',
    items: ({ views }) => views,
    unseen: noView,
    check: ({ call, value, status }) =>
      status === undefined
        ? broken('the status is not one of the four documented values', {
            expected: inWords(`one of ${states.join(', ')}`),
            actual: shown(fieldOf(value, 'status')),
            path: 'status',
            call,
          })
        : undefined,
  }),
  row({
    id: 'job/names-itself',
    sections: ['2.2', '4.5'],
    title: 'Each view has the generation_id of the polled job',
    items: ({ views }) => views,
    unseen: noView,
    check: ({ call, value, job }) => {
      const actual = fieldOf(value, 'generation_id');
      if (actual === job.id) return undefined;
      const isOtherCase = job.start === undefined && String(actual).toLowerCase() === job.id.toLowerCase();
      const what =
        (actual ?? undefined) === undefined
          ? 'no generation_id'
          : 'another generation_id than the polled job';
      return broken(`the view has ${what}`, {
        ...{ expected: job.id, actual: shown(actual), path: 'generation_id', call },
        doubt: isOtherCase ? 'a client may have written the id in another case' : undefined,
      });
    },
  }),
];

function notAnObject(what: string, call: Call): Finding | undefined {
  const actual = jsonOf(call.received);
  return isObject(actual)
    ? undefined
    : broken(`${what} is not an object`, { expected: inWords('an object'), actual, call });
}

// The responses to starts.

/** The starts whose bodies can be read. Rows about the wire judge bodies that are not JSON. */
export const describedStarts = (trace: Trace): readonly Call[] =>
  trace.keyed('startGeneration').filter(isJsonSuccess);

const startField = (field: string, title: string): Rule =>
  row({
    id: `start/${field.replace('_', '-')}`,
    sections: ['2.2', '3', '4.4'],
    title,
    items: describedStarts,
    unseen: noStart,
    check: (call) => {
      const body = jsonOf(call.received);
      const expected = 'must be a field of an object';
      if (!isObject(body))
        return broken(`${field} ${expected}`, {
          ...{ expected: inWords(expected), actual: noSuchField, path: field, call },
        });
      return faultsAt({
        ...{ schema: 'GenerationAccepted', value: body, field, call },
        check: (actual) => (actual === '' ? { expected: 'must not be empty' } : undefined),
      });
    },
  });

export const startFieldRows: readonly Rule[] = [
  startField('generation_id', 'The response to a start has a generation_id, a string'),
  startField('status', 'The response to a start has the status generating'),
];

export const jobFieldRows: readonly Rule[] = [
  ...viewRows,
  ...jobTable.map(presentField),
  ...jobTable.map(absentField),
];

export const presentationFieldRows: readonly Rule[] = [
  ...presentationRows,
  row({
    id: 'presentation/is-an-object',
    sections: ['2.1', '4.2'],
    title: 'GET /presentations/{id} returns an object',
    items: (trace) => trace.keyed('getPresentation').filter(isJsonSuccess),
    unseen: noPresentation,
    check: (call) => notAnObject('a fetched presentation', call),
  }),
];
