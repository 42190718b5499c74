/** The fields of a job's view: which are there in which state, and of what type, at every poll. Sections 2.2 and 4.5. */
import { lifecycle, type JobStatus } from '../../generated/lifecycle.js';
import { validate, type SchemaFault, type ValidatedSchema } from '../../generated/validate-documented.js';
import type { Finding, Rule } from '../rule.js';
import { fieldOf } from '../trace/answer.js';
import type { JobView } from '../trace/job.js';
import { perTrace } from '../trace/per-trace.js';
import type { Trace } from '../trace/trace.js';
import { fail, judging, warn } from './judging.js';

type Field = 'progress' | 'tokens_used' | 'message' | 'presentation' | 'error';

const schemas: Readonly<Record<JobStatus, ValidatedSchema>> = {
  generating: 'JobGenerating',
  awaiting_input: 'JobAwaitingInput',
  completed: 'JobCompleted',
  failed: 'JobFailed',
};

/** What shows a state, when no job was in it. */
export const reaching: Readonly<Record<JobStatus, string>> = {
  generating: 'no job was seen generating',
  awaiting_input: 'no job asked a question (--question-prompt)',
  completed: 'no job completed',
  failed: 'no job failed (--failure-prompt)',
};

export const statesOf = (field: Field): readonly JobStatus[] =>
  (Object.keys(lifecycle.states) as JobStatus[]).filter((status) => {
    const { required, optional } = lifecycle.states[status];
    return [...required, ...optional].some((name) => name === field);
  });

/** The views in these states, in their order. */
function inStates(states: readonly JobStatus[]): (trace: Trace) => readonly JobView[] {
  const [state, ...others] = states;
  if (state !== undefined && others.length === 0) return (trace) => viewsByState(trace).get(state) ?? [];
  const isIn = ({ status }: JobView): boolean => status !== undefined && states.includes(status);
  return (trace) => trace.views.filter(isIn);
}

const viewsByState = perTrace((trace) => {
  const views = new Map<JobStatus | undefined, JobView[]>();
  for (const view of trace.views) {
    const alike = views.get(view.status);
    if (alike) alike.push(view);
    else views.set(view.status, [view]);
  }
  return views;
});

/** What the schema of its state finds wrong with each view, where there is anything. */
const faultsOf = perTrace((trace) => {
  const faults = new Map<JobView, readonly SchemaFault[]>();
  for (const view of trace.views) {
    const found = view.status ? validate(schemas[view.status], view.value) : [];
    if (found.length > 0) faults.set(view, found);
  }
  return faults;
});

const notReached = (states: readonly JobStatus[]) => states.map((status) => reaching[status]).join(', ');

/** The field stands in a view of these states, and is what it should be. `null` is judged as absence. */
function present(
  id: string,
  field: Field,
  title: string,
  more: (value: unknown) => string | undefined = () => undefined,
): Rule {
  const states = statesOf(field);
  return {
    id,
    sections: ['2.2', '4.5'],
    level: 'must',
    title,
    judge: judging(inStates(states), notReached(states), (view, trace) =>
      judgePresent(view, field, faultsOf(trace).get(view), more),
    ),
  };
}

function judgePresent(
  { call, value, status }: JobView,
  field: Field,
  viewFaults: readonly SchemaFault[] | undefined,
  more: (value: unknown) => string | undefined,
): Finding | readonly Finding[] | undefined {
  if (!status) return undefined;
  const actual = fieldOf(value, field);
  if (actual === null && !lifecycle.states[status].required.some((name) => name === field)) {
    return warn(`${field} is null while ${status}, where it should be absent`, {
      expected: 'no such field',
      actual,
      call,
    });
  }
  const faults = viewFaults?.filter(({ pointer }) => isAt(pointer, field)) ?? [];
  if (faults.length === 0) {
    const extra = actual === undefined ? undefined : more(actual);
    if (extra === undefined) return undefined;
    return fail(`${field} ${extra} while ${status}`, { expected: extra, actual, call });
  }
  return faults.map(({ pointer, expected }) =>
    fail(`${pointer.slice(1).replaceAll('/', '.')} ${expected} while ${status}`, {
      expected,
      actual: actual ?? 'no such field',
      call,
    }),
  );
}

/** Whether a fault is of the field or inside it. Inside the presentation, each field has a rule of its own. */
const isAt = (pointer: string, field: Field): boolean =>
  pointer === `/${field}` || (field !== 'presentation' && pointer.startsWith(`/${field}/`));

/** The field stands in no view of another state. */
function absent(field: Field, title: string): Rule {
  const states = (Object.keys(lifecycle.states) as JobStatus[]).filter(
    (status) => !statesOf(field).includes(status),
  );
  return {
    id: `job/${field.replace('_', '-')}-only-in-its-states`,
    sections: ['2.2', '4.5'],
    level: 'must',
    title,
    reading: 'A field with a condition stands in that state and in no other. null in its place is a warning.',
    judge: judging(inStates(states), notReached(states), ({ call, value, status }) => {
      const actual = fieldOf(value, field);
      if (actual === undefined) return undefined;
      const details = { expected: 'no such field', actual, call };
      const message = `${field} is ${actual === null ? 'null' : 'there'} while ${status}, where it should be absent`;
      return actual === null ? warn(message, details) : fail(message, details);
    }),
  };
}

const notBlank = (value: unknown) =>
  typeof value === 'string' && value.trim() === '' ? 'must be a text for a person, not a blank' : undefined;

export const jobFieldRules: readonly Rule[] = [
  present(
    'job/progress-is-whole',
    'progress',
    'Progress, when there is any, has its three fields with their types',
  ),
  present('job/tokens-are-positive', 'tokens_used', 'tokens_used, when it is there, is a number above zero'),
  present('job/question-is-a-text', 'message', 'A job that awaits input shows its question', notBlank),
  present('job/completed-has-its-presentation', 'presentation', 'A completed job shows its presentation'),
  present('job/failed-says-why', 'error', 'A failed job says why', notBlank),
  absent('progress', 'Only a generating job shows progress'),
  absent('tokens_used', 'Only a generating or a completed job shows tokens_used'),
  absent('message', 'Only a job that awaits input shows a message'),
  absent('presentation', 'Only a completed job shows a presentation'),
  absent('error', 'Only a failed job shows an error'),
];
