/** Which jobs a client asks for, and when it may write to one. Sections 2.2, 3, 4.4 to 4.6. */
import type { ConductRule } from '../rule.js';

/** What stands in an address when a program had no id to put there. */
const noId = /^(?:undefined|null|nan|true|false|\[object .*|:.*|\{.*|\$\{.*|<.*|%7b.*)?$/i;

export const idRules: readonly ConductRule[] = [
  {
    id: 'client/polls-only-jobs-it-was-given',
    sections: ['2.2', '4.4', '4.5'],
    level: 'must',
    title: 'A client polls only jobs whose id it was given',
    reading:
      'An id may come from elsewhere, such as an address that was kept. What is no id, a changed one, a presentation’s, or another than the one just given is nobody’s job.',
    hint: 'Take generation_id from the answer to the start as it is, or poll the poll_url that came with it.',
    notReached: 'no job was polled',
    judge: ({ call, job, ids, exchange }) => {
      if (call?.operation !== 'getGenerationStatus') return undefined;
      const { id, refused, status } = call;
      const found = (what: string, expected: string) =>
        ({ kind: 'fail', message: `${what} is polled as a job`, expected, actual: id }) as const;
      if (ids.isKnown || !(refused && status !== 401 && status !== 403)) return 'kept';
      if (noId.test(id)) return found('what is no id', 'the id of a job');
      if (/\/status$|^https?:|\/api\//.test(id))
        return found('a whole address', 'the id of a job, without what stands around it');
      if (ids.alike !== undefined) return found('an id that was changed', ids.alike);
      if (ids.isPresentation) return found('a presentation', 'the id of a job');
      const isFirst = job?.last === undefined;
      if (ids.awaited !== undefined && isFirst) return found('an id that was never given', ids.awaited);
      return {
        kind: 'observed',
        message: 'a job is polled that nothing in the journal gave',
        exchanges: [exchange.sequence],
      };
    },
  },
  {
    id: 'client/sends-no-message-to-a-finished-job',
    sections: ['3', '4.6'],
    level: 'must',
    title: 'A client sends no message to a job it has seen the end of',
    reading:
      'A tab that still shows a question does not know that another one saw the end: one reply too late is fine where a question was seen.',
    hint: 'Take the reply form away when the status is completed or failed. Another wish is another start.',
    notReached: 'no message was sent',
    judge: ({ call, job, client, exchange }) => {
      if (call?.operation !== 'sendGenerationMessage') return undefined;
      const stop = job?.stop;
      if (!job || !stop || stop.status === 'awaiting_input' || exchange.startedAt < stop.knownAt)
        return 'kept';
      const mayBeStale = !client.isOnePage && (job.wasAsked || !job.isWhole) && stop.messages.length === 0;
      return {
        kind: mayBeStale ? 'observed' : 'fail',
        message: `job ${call.id} is written to after this client saw it ${stop.status}`,
        expected: 'a message only to a job that waits for one',
        actual: `a message after ${stop.status}`,
        exchanges: [
          stop.polls[0]?.sequence ?? exchange.sequence,
          ...stop.messages.slice(-3),
          exchange.sequence,
        ],
      };
    },
  },
];
