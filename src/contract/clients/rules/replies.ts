/** The rule about replies: each is sent once. Sections 3 and 4.6. */
import { clientRule, type ClientRule } from '../client-rule.js';
import { digest } from '../../../base/digest.js';

/** Repetitions of an accepted reply that several tabs, or one tab, cannot explain. */
const REPETITIONS = 3;
const REPETITIONS_ALONE = 2;

export const replyRules: readonly ClientRule[] = [
  clientRule({
    id: 'client/sends-a-reply-once',
    sections: ['3', '4.6'],
    level: 'should',
    title: 'A client does not repeat a reply that the service accepted',
    reading: `A double click, a second tab and a lost response may repeat a reply. The rule warns at ${REPETITIONS} repetitions of an accepted reply; at ${REPETITIONS_ALONE} from one page or one client; never while the view still has the question. Another question may get the same reply.`,
    hint: 'Remove the reply form when the service accepted the reply, and poll. Repeat a reply only if its request failed.',
    notReached: 'not seen: a client replied to a question',
    check: ({ call, job, exchange, isAlone }) => {
      const reply = job?.reply;
      if (call?.operation !== 'sendGenerationMessage') return undefined;
      if (!reply) return job?.stop?.status === 'awaiting_input' ? 'kept' : undefined;
      // The reply may seem lost while the question is still there.
      if (reply.isStillAsked || reply.body !== digest(exchange.request.body?.text ?? '')) return 'kept';
      const most = isAlone ? REPETITIONS_ALONE : REPETITIONS;
      if (reply.times.length < most) return 'kept';
      return {
        kind: 'warn',
        message: `the client repeats a reply to job ${call.id} that the service accepted`,
        expected: 'one accepted reply to a question',
        actual: `the same reply ${reply.times.length + 1} times`,
        exchanges: [...reply.times.map(({ sequence }) => sequence), exchange.sequence],
      };
    },
  }),
];
