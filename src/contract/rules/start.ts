/** Starting a job: the 202, its three fields, and an id that is this job's alone. Sections 3, 4.4 and 9. */
import { validate } from '../../generated/validate-documented.js';
import { basePath } from '../../generated/routes.js';
import type { Finding, Rule } from '../rule.js';
import { fieldOf, isObject } from '../trace/answer.js';
import { isKeyed, type Call } from '../trace/call.js';
import { isRepeated, startedId } from '../trace/job.js';
import { decoded } from '../trace/operation.js';
import type { Trace } from '../trace/trace.js';
import { fail, judging } from './judging.js';

const noStart = 'no job was started (--max-jobs, --read-only)';

const isStarted = (call: Call): boolean => call.ok && isKeyed(call);
const started = (trace: Trace): readonly Call[] => trace.of('startGeneration').filter(isStarted);

const bodyOf = (call: Call): unknown => (call.answer.kind === 'json' ? call.answer.value : undefined);

export const startRules: readonly Rule[] = [
  {
    id: 'start/answers-202',
    sections: ['3', '4.4'],
    level: 'must',
    title: 'A start that is accepted answers 202',
    judge: judging(started, noStart, (call) =>
      call.status === 202
        ? undefined
        : fail('a start is accepted with another status than 202', {
            expected: 202,
            actual: call.status,
            call,
          }),
    ),
  },
  field(
    'generation_id',
    ['2.2', '3', '4.4'],
    'The answer to a start carries generation_id, a text',
    (value) => (value === '' ? 'must name the job' : undefined),
  ),
  field('status', ['2.2', '3', '4.4'], 'The answer to a start carries the status generating'),
  {
    id: 'start/poll-url',
    sections: ['3', '4.4', '9'],
    level: 'must',
    title: 'poll_url is the path of this very job’s status, the version prefix included',
    reading:
      'The id in it may be percent-encoded. It is a path: neither an address with a host, nor one with a query.',
    judge: judging(started, noStart, judgePollUrl),
  },
  {
    id: 'start/ids-are-fresh',
    sections: ['2.2', '4.4'],
    level: 'must',
    title: 'Every started job has an id of its own',
    reading: 'The same body under the same Idempotency-Key is the same start.',
    judge: judging(withFirst, 'fewer than two jobs were started', ({ call, id, first }) => {
      if (first === call || isRepeated(first, call)) return undefined;
      const actual = `${JSON.stringify(id)}, as in exchange ${first.exchange.sequence}`;
      return fail('two jobs were given the same generation_id', {
        expected: 'an id of its own',
        actual,
        call,
      });
    }),
  },
];

function field(
  name: 'generation_id' | 'status',
  sections: readonly string[],
  title: string,
  more: (value: unknown) => string | undefined = () => undefined,
): Rule {
  return {
    id: `start/${name.replace('_', '-')}`,
    sections,
    level: 'must',
    title,
    judge: judging(started, noStart, (call) => {
      const body = bodyOf(call);
      // What is no JSON at all is judged by the rules on JSON.
      if (body === undefined) return undefined;
      const value = fieldOf(body, name);
      const fault = isObject(body)
        ? validate('GenerationAccepted', body).find(({ pointer }) => pointer === `/${name}`)?.expected
        : 'must stand in an object';
      const expected = fault ?? more(value);
      return expected === undefined
        ? undefined
        : fail(`${name} ${expected}`, { expected, actual: value ?? 'no such field', call });
    }),
  };
}

function judgePollUrl(call: Call): Finding | undefined {
  const body = bodyOf(call);
  if (body === undefined) return undefined;
  const id = startedId(call);
  const actual = fieldOf(body, 'poll_url');
  const expected = `${basePath}/presentations/generate/${id ?? '<generation_id>'}/status`;
  if (typeof actual !== 'string') {
    return fail('poll_url must be a text', { expected, actual: actual ?? 'no such field', call });
  }
  const part = new RegExp(`^${basePath}/presentations/generate/([^?#]+)/status$`).exec(actual)?.[1];
  if (part === undefined)
    return fail('poll_url does not have the documented form', { expected, actual, call });
  // Without a usable id, another rule has spoken already.
  if (id === undefined || part === id || decoded(part) === id) return undefined;
  return fail('poll_url names another job', { expected, actual, call });
}

interface StartWithId {
  readonly call: Call;
  readonly id: string;
  /** The first one that was given this id; perhaps itself. */
  readonly first: Call;
}

function withFirst(trace: Trace): readonly StartWithId[] {
  const starts: StartWithId[] = [];
  const owners = new Map<string, Call>();
  for (const call of started(trace)) {
    const id = startedId(call);
    if (id === undefined) continue;
    const first = owners.get(id) ?? call;
    owners.set(id, first);
    starts.push({ call, id, first });
  }
  return starts;
}
