/** Rules about the fields of a job's view: their types, and the states in which they are present. Sections 2.2, 4.5. */
import { lifecycle, type JobStatus } from '../../generated/lifecycle.js';
import { validate, type SchemaFault, type ValidatedSchema } from '../../generated/validate-documented.js';
import type { Finding, Rule } from '../rule.js';
import { fieldOf } from '../../base/json.js';
import type { JobView } from '../../trace/job.js';
import { perTrace, type Trace } from '../../trace/trace.js';
import { checkEach, fail, observed, warn } from './findings.js';
import { hasDump, judgeOwnText, judgeText } from './missing-value.js';
import { noFailure, noQuestion } from './reasons.js';
import { expectedBy, inWords, noSuchField, shown } from '../words.js';

type Field = 'progress' | 'tokens_used' | 'message' | 'presentation' | 'error';

const schemas: Readonly<Record<JobStatus, ValidatedSchema>> = {
  generating: 'JobGenerating',
  awaiting_input: 'JobAwaitingInput',
  completed: 'JobCompleted',
  failed: 'JobFailed',
};

/** The reason to report when no job was in a state. */
export const stateNotReached: Readonly<Record<JobStatus, string>> = {
  generating: 'not seen: a poll showed a generating job',
  awaiting_input: noQuestion,
  completed: 'not seen: a job completed',
  failed: noFailure,
};

export const statesOf = (field: Field): readonly JobStatus[] =>
  (Object.keys(lifecycle.states) as JobStatus[]).filter((status) => {
    const { required, optional } = lifecycle.states[status];
    return [...required, ...optional].some((name) => name === field);
  });

/** The views in these states, in the order of the trace. */
function inStates(states: readonly JobStatus[]): (trace: Trace) => readonly JobView[] {
  const isIn = ({ status }: JobView): boolean => status !== undefined && states.includes(status);
  return (trace) => trace.views.filter(isIn);
}

/** The schema faults of each view, judged by the schema of its state. */
const faultsOf = perTrace(
  ({ views }) =>
    new Map(
      views.map((view) => [view, view.status ? validate(schemas[view.status], view.value) : []] as const),
    ),
);

function notReached(states: readonly JobStatus[]): string {
  const [state, ...others] = states;
  if (state !== undefined && others.length === 0) return stateNotReached[state];
  return `not seen: a poll showed a job that is ${states.join(', ')}`;
}

/** What is expected of the value of a field, if the value is another one. */
type Expectation = (value: unknown, view: JobView) => string | undefined;

/** The field is valid in views of its states. */
function presentField(id: string, field: Field, title: string, more: Expectation = () => undefined): Rule {
  const states = statesOf(field);
  return {
    id,
    sections: ['2.2', '4.5'],
    level: 'must',
    title,
    judge: checkEach(inStates(states), notReached(states), (view, trace) =>
      judgePresent(view, field, faultsOf(trace).get(view), more),
    ),
  };
}

function judgePresent(
  view: JobView,
  field: Field,
  viewFaults: readonly SchemaFault[] | undefined,
  more: Expectation,
): Finding | readonly Finding[] | undefined {
  const { call, value, status } = view;
  const actual = fieldOf(value, field);
  // A missing progress and a progress of null say the same. A number of null is not a number.
  if (actual === null && field === 'progress')
    return observed('progress is null instead of absent', { call });
  const faults = viewFaults?.filter(({ pointer }) => isAt(pointer, field)) ?? [];
  if (faults.length === 0) {
    const extra = more(actual, view);
    if (extra === undefined) return undefined;
    return fail(`${field} ${extra} while ${status}`, { expected: inWords(extra), actual, path: field, call });
  }
  return faults.map((fault) => {
    const path = fault.pointer.slice(1).replaceAll('/', '.');
    const inner = path === field ? actual : fieldOf(actual, path.slice(field.length + 1));
    return fail(`${path} ${fault.expected} while ${status}`, {
      expected: expectedBy(fault),
      actual: shown(inner),
      path,
      call,
    });
  });
}

/** Whether a fault is in the field. Fields inside the presentation have their own rules. */
const isAt = (pointer: string, field: Field): boolean =>
  pointer === `/${field}` || (field !== 'presentation' && pointer.startsWith(`/${field}/`));

/** The field is absent from views of other states. */
function absentField(field: Field, title: string): Rule {
  const states = (Object.keys(lifecycle.states) as JobStatus[]).filter(
    (status) => !statesOf(field).includes(status),
  );
  return {
    id: `job/${field.replace('_', '-')}-only-in-its-states`,
    sections: ['2.2', '4.5'],
    level: 'must',
    title,
    reading: 'A field that is documented for some states is absent in all others. null is a warning.',
    judge: checkEach(inStates(states), notReached(states), ({ call, value, status }) => {
      const actual = fieldOf(value, field);
      if (actual === undefined) return undefined;
      const details = { expected: noSuchField, actual, path: field, call };
      return actual === null
        ? warn(`${field} is null instead of absent while ${status}`, details)
        : fail(`${field} is present while ${status}`, details);
    }),
  };
}

const TEXT_READING =
  'Not blank, with a letter or a digit, and not the text "undefined", "null" or "[object Object]".';

/** A step that is blank or an ellipsis is between two steps: it is a string, and nothing to read. */
const NO_STEP = /^[\s.…]*$/;

function judgeStep(progress: unknown, view: JobView): string | undefined {
  const step = fieldOf(progress, 'current_step');
  const expected = typeof step === 'string' && !NO_STEP.test(step) ? judgeShownText(step, view) : undefined;
  return expected?.replace('must be', 'must have a current_step that is');
}

/** The service may quote a dump that a client sent to the job. */
function judgeShownText(text: unknown, { job: { start, messages } }: JobView): string | undefined {
  const isQuoted = [start, ...messages].some((call) => hasDump(call?.exchange.request.body?.text ?? ''));
  return isQuoted ? judgeText(text) : judgeOwnText(text);
}

export const jobFieldRules: readonly Rule[] = [
  {
    ...presentField(
      'job/progress-is-whole',
      'progress',
      'progress, if present, has its three fields with their types',
      judgeStep,
    ),
    reading:
      'A progress of null is observed. A step may be blank or an ellipsis. Otherwise it is a text for people, like an error.',
  },
  {
    ...presentField(
      'job/tokens-are-positive',
      'tokens_used',
      'tokens_used, if present, is a number above zero',
    ),
    reading: 'null is neither a number nor absent.',
  },
  {
    ...presentField(
      'job/question-is-a-text',
      'message',
      'A job that awaits input shows its question',
      judgeShownText,
    ),
    reading: `${TEXT_READING} A question may quote a dump that a client sent.`,
  },
  presentField(
    'job/completed-has-its-presentation',
    'presentation',
    'A completed job shows its presentation',
  ),
  {
    ...presentField('job/failed-says-why', 'error', 'A failed job shows the reason', judgeText),
    reading: `${TEXT_READING} A technical text is observed.`,
  },
  absentField('progress', 'Only a generating job shows progress'),
  absentField('tokens_used', 'Only generating and completed jobs show tokens_used'),
  absentField('message', 'Only a job that awaits input shows a message'),
  absentField('presentation', 'Only a completed job shows a presentation'),
  absentField('error', 'Only a failed job shows an error'),
];
