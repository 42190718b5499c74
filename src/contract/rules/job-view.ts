/** What every view of a job says, whatever its state. Sections 2.2, 3 and 4.5. */
import { lifecycle } from '../../generated/lifecycle.js';
import type { Rule } from '../rule.js';
import { fieldOf, isObject } from '../trace/answer.js';
import { isJsonSuccess, type Call } from '../trace/call.js';
import type { JobTrace, JobView } from '../trace/job.js';
import type { Trace } from '../trace/trace.js';
import { fail, judging } from './judging.js';

const noView = 'no job was polled';

const answersOf = ({ polls }: JobTrace): readonly Call[] => polls.filter(isJsonSuccess);
const viewsOf = (trace: Trace): readonly JobView[] => trace.views;

export const jobViewRules: readonly Rule[] = [
  {
    id: 'job/view-is-an-object',
    sections: ['2.2', '4.5'],
    level: 'must',
    title: 'A poll answers an object',
    judge: judging(
      (trace) => trace.jobs.flatMap(answersOf),
      noView,
      (call) => {
        const actual = call.answer.kind === 'json' ? call.answer.value : undefined;
        return isObject(actual)
          ? undefined
          : fail('the view of a job is no object', { expected: 'an object', actual, call });
      },
    ),
  },
  {
    id: 'job/status-is-one-of-four',
    sections: ['2.2', '3', '4.5'],
    level: 'must',
    title: 'The status is one of the four words, and no other',
    judge: judging(viewsOf, noView, ({ call, value, status }) => {
      if (status !== undefined) return undefined;
      const expected = `one of ${Object.keys(lifecycle.states).join(', ')}`;
      return fail('the status is none of the four', {
        expected,
        actual: fieldOf(value, 'status') ?? 'no such field',
        call,
      });
    }),
  },
  {
    id: 'job/names-itself',
    sections: ['2.2', '4.5'],
    level: 'must',
    title: 'Every view carries the generation_id of the job that was polled',
    judge: judging(viewsOf, noView, ({ call, value, job }) => {
      const actual = fieldOf(value, 'generation_id');
      if (actual === job.id) return undefined;
      return fail('the view carries another generation_id than was asked for', {
        expected: job.id,
        actual: actual ?? 'no such field',
        call,
      });
    }),
  },
];
