/** Rules about every view of a job, in all states. Sections 2.2, 3 and 4.5. */
import { lifecycle } from '../../generated/lifecycle.js';
import type { Rule } from '../rule.js';
import { fieldOf, isObject } from '../../base/json.js';
import { jsonOf } from '../../trace/payload.js';
import { isJsonSuccess, type Call } from '../../trace/call.js';
import type { JobTrace, JobView } from '../../trace/job.js';
import type { Trace } from '../../trace/trace.js';
import { checkEach, fail, warn } from './findings.js';
import { inWords, shown } from '../words.js';

const noView = 'not seen: a job was polled';

const jsonPolls = ({ polls }: JobTrace): readonly Call[] => polls.filter(isJsonSuccess);
const viewsOf = (trace: Trace): readonly JobView[] => trace.views;

export const jobViewRules: readonly Rule[] = [
  {
    id: 'job/view-is-an-object',
    sections: ['2.2', '4.5'],
    level: 'must',
    title: 'A poll returns an object',
    judge: checkEach(
      (trace) => trace.jobs.flatMap(jsonPolls),
      noView,
      (call) => {
        const actual = jsonOf(call.received);
        return isObject(actual)
          ? undefined
          : fail('the view of a job is not an object', { expected: inWords('an object'), actual, call });
      },
    ),
  },
  {
    id: 'job/status-is-one-of-four',
    sections: ['2.2', '3', '4.5'],
    level: 'must',
    title: 'The status is one of the four documented values',
    judge: checkEach(viewsOf, noView, ({ call, value, status }) => {
      if (status !== undefined) return undefined;
      const actual = fieldOf(value, 'status');
      const expected = inWords(`one of ${Object.keys(lifecycle.states).join(', ')}`);
      return fail('the status is not one of the four documented values', {
        expected,
        actual: shown(actual),
        path: 'status',
        call,
      });
    }),
  },
  {
    id: 'job/names-itself',
    sections: ['2.2', '4.5'],
    level: 'must',
    title: 'Each view has the generation_id of the polled job',
    reading: 'The same id in another case is a warning, if no response gave the polled one.',
    judge: checkEach(viewsOf, noView, ({ call, value, job }) => {
      const actual = fieldOf(value, 'generation_id');
      if (actual === job.id) return undefined;
      // A lenient service finds an id that a client wrote in another case.
      const isRewritten = job.start === undefined && String(actual).toLowerCase() === job.id.toLowerCase();
      const what =
        (actual ?? undefined) === undefined
          ? 'no generation_id'
          : 'another generation_id than the polled job';
      return (isRewritten ? warn : fail)(`the view has ${what}`, {
        expected: job.id,
        actual: shown(actual),
        path: 'generation_id',
        call,
      });
    }),
  },
];
