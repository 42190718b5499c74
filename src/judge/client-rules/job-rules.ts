/** Rules about the jobs that a client polls and replies to. Sections 2.2, 3, 4.4 to 4.6. */
import { getField } from '../../base/json.js';
import { getClientRequests, type ClientRequest } from './client-requests.js';
import { getStartedJobId } from '../model/call.js';
import { memoizeByTrace } from '../model/trace.js';
import { getJson } from '../model/body.js';
import { createClientRule, type ClientRule } from './create-client-rule.js';
import { fnv1a } from '../../base/fnv1a.js';

/** Values in an address that show that the program had no id. */
const INVALID_ID = /^(?:undefined|null|NaN|\[object .*|[:{<$].*)?$/;
/** Repetitions of an accepted reply that several tabs, or one tab, cannot explain. */
const MIN_DUPLICATES = 3;
const MIN_DUPLICATES_SINGLE_TAB = 2;

export const clientJobRules: readonly ClientRule[] = [
  createClientRule({
    id: 'client/no-duplicate-reply',
    sections: ['3', '4.6'],
    level: 'should',
    title: 'A client does not repeat an accepted reply',
    interpretation: `A double click, a second tab and a lost response may repeat a reply. The rule warns at ${MIN_DUPLICATES} repetitions of an accepted reply; at ${MIN_DUPLICATES_SINGLE_TAB} from one page or one client; never while the view still has the question. Another question may get the same reply.`,
    hint: 'Remove the reply form when the service accepted the reply, and poll. Repeat a reply only if its request failed.',
    unseen: 'not seen: a client replied to a question',
    check: ({ call, job, exchange, isSingleTab }) => {
      const reply = job?.reply;
      if (call?.operation !== 'sendGenerationMessage') return undefined;
      if (!reply) return job?.stopCondition?.status === 'awaiting_input' ? 'pass' : undefined;
      // The reply may seem lost while the question is still there.
      if (reply.isQuestionRepeated || reply.body !== fnv1a(exchange.request.body?.text ?? '')) return 'pass';
      const most = isSingleTab ? MIN_DUPLICATES_SINGLE_TAB : MIN_DUPLICATES;
      if (reply.times.length < most) return 'pass';
      return {
        severity: 'warn',
        message: `the client repeats a reply to job ${call.id} that the service accepted`,
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
      'An id may come from outside the journal, such as from a saved address. The rule judges only refused polls. It fails for a value that is not an id, a changed id, the id of a presentation, and another id than the one that the client just received and never polls.',
    hint: 'Use generation_id from the response to the start without any change, or poll its poll_url.',
    unseen: 'not seen: a client polled a job',
    check: (request, trace) => {
      const { call, job, exchange, client } = request;
      if (call?.operation !== 'getGenerationStatus') return undefined;
      const { id, isClientError } = call;
      const found = (what: string, expected: string) =>
        ({ severity: 'fail', message: `the client polls ${what} as a job`, expected, actual: id }) as const;
      if (!isClientError) return 'pass';
      const ids = getReceivedIds(trace);
      const received = ids.jobs.before(request, idName(client.by.key, id));
      if (received === id) return 'pass';
      if (INVALID_ID.test(id)) return found('a value that is not an id', 'the id of a job');
      if (id.includes('/presentations/')) return found('a whole address', 'only the id of a job');
      if (received !== undefined) return found('a changed id', received);
      if (ids.presentations.before(request, keyed(client.by.key, id)) !== undefined)
        return found('a presentation', 'the id of a job');
      const started = ids.starts.before(request, client.id);
      // A page may look at older jobs before it polls the new one.
      const isPolled = started === undefined || ids.polled.has(keyed(client.by.key, started));
      if (!isPolled && job?.polls.length === 0) return found('an id that it did not receive', started);
      return {
        severity: 'info',
        message: 'the client polls a job id that it did not receive in this journal',
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
      'A message is the reply to a question, but no sentence forbids others. A tab that still shows a question does not know that another tab saw the end. One late reply is allowed if the client may have seen a question.',
    hint: 'Remove the reply form when the status is completed or failed. To change the result, start another job.',
    unseen: 'not seen: a client sent a message',
    check: ({ call, job, exchange, isSingleTab }) => {
      if (call?.operation !== 'sendGenerationMessage') return undefined;
      const stop = job?.stopCondition;
      if (!job || !stop || stop.status === 'awaiting_input' || exchange.startedAt < stop.receivedAt)
        return 'pass';
      const mayBeStale = !isSingleTab && (job.hasAskedBefore || !job.hasStart) && stop.messages.length === 0;
      return {
        severity: mayBeStale ? 'info' : 'warn',
        message: `the client sends job ${call.id} a message after it saw status ${stop.status}`,
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

/** Ids by name, each with the request whose response held it. */
class ReceivedIds {
  readonly #ids = new Map<string, { readonly id: string; readonly sequence: number }[]>();

  add({ exchange: { sequence } }: ClientRequest, name: string, id: string): void {
    const known = this.#ids.get(name) ?? [];
    if (known.at(-1)?.id !== id) known.push({ id, sequence });
    this.#ids.set(name, known);
  }

  /** The last id before a request. */
  before({ exchange: { sequence } }: ClientRequest, name: string): string | undefined {
    return this.#ids.get(name)?.findLast((one) => one.sequence < sequence)?.id;
  }
}

const keyed = (key: string | undefined, id: string): string => `${key ?? ''}\n${id}`;
const idName = (key: string | undefined, id: string): string => keyed(key, id.toLowerCase());

/** The ids that clients received: job ids and presentation ids by key, the last started job by client. */
const getReceivedIds = memoizeByTrace((trace) => {
  const [jobs, presentations, starts] = [new ReceivedIds(), new ReceivedIds(), new ReceivedIds()];
  const polled = new Set(
    trace.callsTo('getGenerationStatus').map(({ credential, id }) => keyed(credential.key, id)),
  );
  for (const request of getClientRequests(trace)) {
    const { call, client } = request;
    if (!call?.isSuccess) continue;
    const { key } = client.by;
    const started = call.operation === 'startGeneration' ? getStartedJobId(call) : undefined;
    if (started !== undefined) {
      jobs.add(request, idName(key, started), started);
      starts.add(request, client.id, started);
    }
    const id = getField(getField(getJson(call.responseBody), 'presentation'), 'id');
    if (typeof id === 'string') presentations.add(request, keyed(key, id), id);
  }
  return { jobs, presentations, starts, polled };
});
