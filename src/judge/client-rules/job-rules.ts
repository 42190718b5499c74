/** Rules about the jobs that a client polls and replies to. Sections 2.2, 3, 4.4 to 4.6. */
import { getField } from '../../base/json.js';
import { getClientRequests, type ClientRequest } from './client-requests.js';
import { getStartedJobId } from '../model/call.js';
import { memoizeByTrace } from '../model/trace.js';
import { getJson } from '../model/body.js';
import { createClientRule, type ClientRule } from './create-client-rule.js';
import { fnv1a } from '../../base/fnv1a.js';

/** Values in a URL that result from a missing id. */
const INVALID_ID = /^(?:undefined|null|NaN|\[object .*|[:{<$].*)?$/;

/** Duplicates of an accepted reply that several tabs, or one page, cannot explain. */
const MIN_DUPLICATES = 3;

const MIN_DUPLICATES_SINGLE_PAGE = 2;

export const clientJobRules: readonly ClientRule[] = [
  createClientRule({
    id: 'client/no-duplicate-reply',
    sections: ['3', '4.6'],
    level: 'should',
    title: 'A client does not repeat an accepted reply',
    interpretation: `Warns from ${MIN_DUPLICATES} duplicates of an accepted reply (${MIN_DUPLICATES_SINGLE_PAGE} in one page), unless the question is still shown. Another question may get the same reply.`,
    hint: 'Remove the reply form when the service accepted the reply, and poll. Repeat a reply only if its request failed.',
    notCovered: 'no reply of a client in the traffic',
    check: ({ call, job, exchange, isSinglePage }) => {
      const reply = job?.reply;
      if (call?.operation !== 'sendGenerationMessage') return undefined;
      if (!reply) return job?.stopCondition?.status === 'awaiting_input' ? 'pass' : undefined;
      // The reply may seem lost while polls still return the question.
      if (reply.isQuestionRepeated || reply.body !== fnv1a(exchange.request.body?.text ?? '')) return 'pass';
      const min = isSinglePage ? MIN_DUPLICATES_SINGLE_PAGE : MIN_DUPLICATES;
      if (reply.times.length < min) return 'pass';
      return {
        severity: 'warn',
        message: `the client repeats an accepted reply to job ${call.id}`,
        expected: 'one accepted reply to a question',
        actual: `the same reply ${reply.times.length + 1} times`,
        evidence: [...reply.times.map(({ sequence }) => sequence), exchange.sequence],
      };
    },
  }),
  createClientRule({
    id: 'client/polls-received-job-ids',
    sections: ['2.2', '4.4', '4.5'],
    level: 'must',
    title: 'A client polls only job ids that it received',
    interpretation:
      'Only rejected polls count. Fails for undefined, a changed id, a presentation id, or an id in place of the one just returned.',
    hint: 'Use generation_id from the response to the start without any change, or poll its poll_url.',
    notCovered: 'no poll of a client in the traffic',
    check: (request, trace) => {
      const { call, job, exchange, client } = request;
      if (call?.operation !== 'getGenerationStatus') return undefined;
      const { id, isClientError } = call;
      const fail = (what: string, expected: string) =>
        ({ severity: 'fail', message: `the client polls ${what}`, expected, actual: id }) as const;
      if (!isClientError) return 'pass';
      const ids = getReceivedIds(trace);
      const received = ids.jobs.findBefore(request, toLowerCaseKey(client.credential.key, id));
      if (received === id) return 'pass';
      if (INVALID_ID.test(id)) return fail('a value that is not an id', 'the id of a job');
      if (id.includes('/presentations/')) return fail('a whole URL instead of an id', 'only the id of a job');
      if (received !== undefined) return fail('a changed id', received);
      if (ids.presentations.findBefore(request, toKey(client.credential.key, id)) !== undefined)
        return fail('a presentation id', 'the id of a job');
      const started = ids.starts.findBefore(request, client.id);
      // A page may poll older jobs before the new one.
      const isPolled = started === undefined || ids.polled.has(toKey(client.credential.key, started));
      if (!isPolled && job?.polls.length === 0) return fail('an id that no response returned', started);
      return {
        severity: 'info',
        message: 'the client polls a job id that no response in this journal returned',
        evidence: [exchange.sequence],
      };
    },
  }),
  createClientRule({
    id: 'client/no-message-to-finished-job',
    sections: ['3', '4.6'],
    level: 'should',
    title: 'A client sends no message to a finished job',
    interpretation:
      'Not forbidden by the spec, so it warns. One late reply is allowed if another tab may still show the question.',
    hint: 'Remove the reply form when the status is completed or failed. To change the result, start another job.',
    notCovered: 'no message of a client in the traffic',
    check: ({ call, job, exchange, isSinglePage }) => {
      if (call?.operation !== 'sendGenerationMessage') return undefined;
      const stop = job?.stopCondition;
      if (!job || !stop || stop.status === 'awaiting_input' || exchange.startedAt < stop.receivedAt)
        return 'pass';
      const mayBeStale = !isSinglePage && (job.hasAskedBefore || !job.hasStart) && stop.messages.length === 0;
      return {
        severity: mayBeStale ? 'info' : 'warn',
        message: `the client sends a message to job ${call.id} after status ${stop.status}`,
        expected: 'messages only before the end of the job',
        actual: `a message after status ${stop.status}`,
        evidence: [
          stop.polls[0]?.sequence ?? exchange.sequence,
          ...stop.messages.slice(-3),
          exchange.sequence,
        ],
      };
    },
  }),
];

/** Ids by name, each with the request whose response contained it. */
class ReceivedIds {
  readonly #ids = new Map<string, { readonly id: string; readonly sequence: number }[]>();

  add({ exchange: { sequence } }: ClientRequest, name: string, id: string): void {
    const known = this.#ids.get(name) ?? [];
    if (known.at(-1)?.id !== id) known.push({ id, sequence });
    this.#ids.set(name, known);
  }

  /** The last id before a request. */
  findBefore({ exchange: { sequence } }: ClientRequest, name: string): string | undefined {
    return this.#ids.get(name)?.findLast((one) => one.sequence < sequence)?.id;
  }
}

const toKey = (key: string | undefined, id: string): string => `${key ?? ''}\n${id}`;

const toLowerCaseKey = (key: string | undefined, id: string): string => toKey(key, id.toLowerCase());

/** The ids that clients received: job ids and presentation ids by key, the last started job by client. */
const getReceivedIds = memoizeByTrace((trace) => {
  const [jobs, presentations, starts] = [new ReceivedIds(), new ReceivedIds(), new ReceivedIds()];
  const polled = new Set(
    trace.callsTo('getGenerationStatus').map(({ credential, id }) => toKey(credential.key, id)),
  );
  for (const request of getClientRequests(trace)) {
    const { call, client } = request;
    if (!call?.isSuccess) continue;
    const { key } = client.credential;
    const started = call.operation === 'startGeneration' ? getStartedJobId(call) : undefined;
    if (started !== undefined) {
      jobs.add(request, toLowerCaseKey(key, started), started);
      starts.add(request, client.id, started);
    }
    const id = getField(getField(getJson(call.responseBody), 'presentation'), 'id');
    if (typeof id === 'string') presentations.add(request, toKey(key, id), id);
  }
  return { jobs, presentations, starts, polled };
});
