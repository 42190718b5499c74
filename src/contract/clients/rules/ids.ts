/** Rules about the job ids that a client polls and sends messages to. Sections 2.2, 3, 4.4 to 4.6. */
import { clientRule, type ClientRule } from '../client-rule.js';

/** Values in an address that show that the program had no id. */
const NOT_AN_ID = /^(?:undefined|null|nan|true|false|\[object .*|:.*|\{.*|\$\{.*|<.*|%7b.*)?$/i;

export const idRules: readonly ClientRule[] = [
  clientRule({
    id: 'client/polls-only-jobs-it-was-given',
    sections: ['2.2', '4.4', '4.5'],
    level: 'must',
    title: 'A client polls only job ids that it received',
    reading:
      'An id may come from outside the journal, such as from a saved address. The rule judges only refused polls. It fails for a value that is not an id, a changed id, the id of a presentation, and another id than the one that the client just received and never polls.',
    hint: 'Use generation_id from the response to the start without any change, or poll its poll_url.',
    notReached: 'not seen: a client polled a job',
    check: ({ call, job, ids, exchange }) => {
      if (call?.operation !== 'getGenerationStatus') return undefined;
      const { id, refused, status } = call;
      const found = (what: string, expected: string) =>
        ({ kind: 'fail', message: `the client polls ${what} as a job`, expected, actual: id }) as const;
      if (ids.isKnown || !(refused && status !== 401 && status !== 403)) return 'kept';
      if (NOT_AN_ID.test(id)) return found('a value that is not an id', 'the id of a job');
      if (/\/status$|^https?:|\/api\//.test(id)) return found('a whole address', 'only the id of a job');
      if (ids.similar !== undefined) return found('a changed id', ids.similar);
      if (ids.isPresentationId) return found('a presentation', 'the id of a job');
      const isFirst = job?.polls.length === 0;
      if (ids.unpolledStart !== undefined && isFirst)
        return found('an id that it did not receive', ids.unpolledStart);
      return {
        kind: 'observed',
        message: 'the client polls a job id that it did not receive in this journal',
        exchanges: [exchange.sequence],
      };
    },
  }),
  clientRule({
    id: 'client/sends-no-message-to-a-finished-job',
    sections: ['3', '4.6'],
    level: 'must',
    title: 'A client sends no message to a job after it saw the end of the job',
    reading:
      'A tab that still shows a question does not know that another tab saw the end. One late reply is allowed if the client may have seen a question.',
    hint: 'Remove the reply form when the status is completed or failed. To change the result, start another job.',
    notReached: 'not seen: a client sent a message',
    check: ({ call, job, client, exchange, strict }) => {
      if (call?.operation !== 'sendGenerationMessage') return undefined;
      const stop = job?.stop;
      if (!job || !stop || stop.status === 'awaiting_input' || exchange.startedAt < stop.receivedAt)
        return 'kept';
      const mayBeStale =
        !(client.isOnePage || strict) && (job.wasAsked || !job.hasStart) && stop.messages.length === 0;
      return {
        kind: mayBeStale ? 'observed' : 'fail',
        message: `the client sends job ${call.id} a message after it saw status ${stop.status}`,
        expected: 'messages only before the end of the job',
        actual: `a message after status ${stop.status}`,
        exchanges: [
          stop.polls[0]?.sequence ?? exchange.sequence,
          ...stop.messages.slice(-3),
          exchange.sequence,
        ],
      };
    },
  }),
];
