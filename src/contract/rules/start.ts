/** Rules about starting a job: the 202, its three fields, and a unique id. Sections 3, 4.4 and 9. */
import { validate } from '../../generated/validate-documented.js';
import { basePath } from '../../generated/routes.js';
import type { Finding, Rule } from '../rule.js';
import { fieldOf, isObject } from '../../base/json.js';
import { pathOf } from '../../base/url-path.js';
import { headerOf } from '../../journal/exchange.js';
import { jsonOf } from '../../trace/payload.js';
import { isBefore, isOk, type Call } from '../../trace/call.js';
import { isRepeatedStart, isTerminal, knownStatus, startedJobId } from '../../trace/job.js';
import { decodePathPart } from '../../trace/operation.js';
import type { Trace } from '../../trace/trace.js';
import { haveEqualBodies } from './equal-json.js';
import { checkEach, fail, observed, warn, withFirst } from './findings.js';
import { noStart } from './reasons.js';
import { expectedBy, inWords, shown } from '../words.js';

const started = (trace: Trace): readonly Call[] => trace.keyed('startGeneration').filter(isOk);

/** The starts whose bodies can be read. The wire rules judge bodies that are not JSON. */
const described = (trace: Trace): readonly Call[] =>
  started(trace).filter(({ received }) => received.kind === 'json');

export const startRules: readonly Rule[] = [
  {
    id: 'start/answers-202',
    sections: ['3', '4.4'],
    level: 'must',
    title: 'A successful start returns 202',
    judge: checkEach(started, noStart, (call) =>
      call.status === 202
        ? undefined
        : fail('a start succeeds with another status than 202', {
            expected: 202,
            actual: call.status,
            call,
          }),
    ),
  },
  field(
    'generation_id',
    ['2.2', '3', '4.4'],
    'The response to a start has a generation_id, a string',
    (value) => (value === '' ? 'must not be empty' : undefined),
  ),
  field('status', ['2.2', '3', '4.4'], 'The response to a start has the status generating'),
  {
    id: 'start/poll-url',
    sections: ['3', '4.4', '9'],
    level: 'must',
    title: 'poll_url is the path of the job’s status, including the version prefix',
    reading:
      'The id in the path may be percent-encoded. poll_url has no host and no query. If the base address has a longer path, poll_url may begin ' +
      'with all of it: this is observed.',
    judge: checkEach(described, noStart, judgePollUrl),
  },
  {
    id: 'start/ids-are-fresh',
    sections: ['2.2', '4.4'],
    level: 'must',
    title: 'Each started job has its own id',
    reading:
      'Starts with the same body and the same Idempotency-Key count as one start. Ids may be unique only for a key. ' +
      'The same id is a warning if both starts had the same body or the same Idempotency-Key, or if the first job had ended and polls show ' +
      'another result later: the interface does not say how long an id is used.',
    judge: checkEach(startsWithIds, 'fewer than two jobs were started', ({ item: call, first }, trace) => {
      if (first === call || isRepeatedStart(first, call)) return undefined;
      const actual = inWords(`the id ${JSON.stringify(startedJobId(call))} again`);
      const report =
        [haveEqualBodies, haveSameKey].some((isSame) => isSame(first, call)) ||
        hasEndedBetween(first, call, trace)
          ? warn
          : fail;
      return report('two starts return the same generation_id', {
        expected: inWords('an unused id'),
        actual,
        path: 'generation_id',
        call,
        comparedWith: first,
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
    judge: checkEach(described, noStart, (call) => {
      const body = jsonOf(call.received);
      const value = fieldOf(body, name);
      const fault = isObject(body)
        ? validate('GenerationAccepted', body).find(({ pointer }) => pointer === `/${name}`)
        : { keyword: 'type', expected: 'must be a field of an object' };
      const expected = fault?.expected ?? more(value);
      return expected === undefined
        ? undefined
        : fail(`${name} ${expected}`, {
            expected: fault ? expectedBy(fault) : inWords(expected),
            actual: shown(value),
            path: name,
            call,
          });
    }),
  };
}

function judgePollUrl(call: Call): Finding | undefined {
  const body = jsonOf(call.received);
  const id = startedJobId(call);
  const path = 'poll_url';
  const actual = fieldOf(body, path);
  const expected = `${basePath}/presentations/generate/${id ?? '<generation_id>'}/status`;
  if (typeof actual !== 'string') {
    return fail('poll_url must be a string', {
      expected,
      actual: shown(actual),
      path,
      call,
    });
  }
  const longer = pathOf(call.exchange.request.url).replace(/\/?$/, `/${id}/status`);
  if (longer.endsWith(expected) && longer !== expected && actual === longer)
    return observed('poll_url begins with the whole path of the base address', { actual, path, call });
  const part = new RegExp(`^${basePath}/presentations/generate/([^?#]+)/status$`).exec(actual)?.[1];
  if (part === undefined)
    return fail('poll_url does not have the documented form', { expected, actual, path, call });
  // Another rule judges unusable ids.
  if (id === undefined || decodePathPart(part) === id) return undefined;
  return fail('poll_url contains the id of another job', { expected, actual, path, call });
}

/** The starts with an id, each with the first one of its key that returned this id. */
function startsWithIds(trace: Trace) {
  const withId = started(trace).filter((call) => startedJobId(call) !== undefined);
  return withFirst(withId, (call) => `${call.by.key ?? ''}\n${startedJobId(call)}`);
}

/** The first job may stand for everything that a client sends with one Idempotency-Key. */
function haveSameKey(one: Call, two: Call): boolean {
  const [key, again] = [one, two].map(({ exchange }) =>
    headerOf(exchange.request.headers, 'idempotency-key'),
  );
  return key !== undefined && key === again;
}

/** Whether the first job had ended before the second start, and polls after it show another result. */
function hasEndedBetween(first: Call, second: Call, trace: Trace): boolean {
  const id = startedJobId(first) ?? '';
  const ended = trace
    .about('getGenerationStatus', id)
    .filter((poll) => isTerminal(knownStatus(fieldOf(jsonOf(poll.received), 'status'))));
  const before = ended.filter((poll) => isBefore(poll, second)).map(resultOf);
  return (
    before.length > 0 && !ended.some((poll) => isBefore(second, poll) && before.includes(resultOf(poll)))
  );
}

/** The id of the presentation, or the error. */
function resultOf({ received }: Call): unknown {
  const view = jsonOf(received);
  return fieldOf(fieldOf(view, 'presentation'), 'id') ?? fieldOf(view, 'error');
}
