/** Clients that repeat permanent rejections, poll invented jobs, or write to finished ones. */
import type { ClientMutant, ClientContext } from '../client-scenario.js';

const TRANSIENT = 'client/no-retry-on-permanent-error';
const GIVEN = 'client/polls-received-job-ids';
const FINISHED = 'client/no-message-to-finished-job';

/** Replies to the questions of a job until it has this status, and then sends it these messages. */
const writing =
  (status: string, ...messages: readonly string[]) =>
  async ({ tab }: ClientContext): Promise<void> => {
    const me = tab();
    const id = await me.job();
    const { body } = await me.until(id, 'awaiting_input');
    if (body.status === 'awaiting_input') {
      await me.reply(id);
      await me.until(id, status);
    }
    for (const message of messages) {
      await me.reply(id, { message });
      await me.sleep(20_000);
    }
  };

export const retrying: readonly ClientMutant[] = [
  {
    id: 'repeats-a-bad-start',
    title: 'Repeats a start that is rejected with 400, with growing waits.',
    breaks: [TRANSIENT],
    act: async ({ tab }) => {
      const me = tab();
      for (let wait = 1000; wait < 100_000; wait *= 2) {
        await me.start({ prompt: '' });
        await me.sleep(wait);
      }
    },
  },
  {
    id: 'repeats-with-an-invalid-key',
    title: 'Requests templates again and again with a rejected key.',
    breaks: [TRANSIENT],
    act: async ({ tab }) => {
      const me = tab({ key: 'no-such-key' });
      for (let turn = 0; turn < 8; turn += 1) {
        await me.templates();
        await me.sleep(200);
      }
    },
  },
  ...Object.entries({
    null: 'null',
    'not-a-number': 'NaN',
    braces: '{generation_id}',
    'a-template-literal': '${id}',
    'angle-brackets': '<id>',
    'an-object': '[object Object]',
  }).map(([name, id]): ClientMutant => ({
    id: `polls-${name}`,
    title: `Polls the job "${id}".`,
    breaks: [GIVEN],
    act: async ({ tab }) => {
      await tab().poll(encodeURIComponent(id));
    },
  })),
  {
    id: 'changes-the-id',
    title: 'Polls with the id in capital letters.',
    breaks: [GIVEN],
    act: async ({ tab }) => {
      const me = tab();
      const id = await me.job();
      await me.poll(id);
      await me.poll(id.toUpperCase());
    },
  },
  {
    id: 'polls-the-presentation',
    title: 'Polls with the id of the presentation once it has one.',
    breaks: [GIVEN],
    act: async ({ tab }) => {
      const me = tab();
      const { body } = await me.until(await me.job(), 'completed');
      await me.poll(body.presentation.id);
    },
  },
  {
    id: 'polls-invented-ids',
    title: 'Starts a job, and polls another one with an invented id.',
    breaks: [GIVEN],
    act: async ({ tab }) => {
      const me = tab();
      await me.job();
      await me.poll('gen_1');
    },
  },
  {
    id: 'writes-to-a-completed-job',
    title: 'Sends a wish to a job that it saw completed.',
    breaks: [FINISHED],
    act: writing('completed', 'And in blue, please.'),
  },
  {
    id: 'replies-after-the-end-alone',
    title: 'Is the only client of a test, and replies after it saw the job completed.',
    scenario: 'asks-a-question',
    judging: { singleClient: true },
    breaks: [FINISHED],
    act: writing('completed', 'Shorter.'),
  },
  {
    id: 'writes-to-a-failed-job',
    title: 'Asks a failed job to try again.',
    scenario: 'timeout-failure',
    breaks: [FINISHED],
    act: writing('failed', 'Try again.'),
  },
  {
    id: 'sends-messages-after-end',
    title: 'Replies to a question, sees the job completed, and keeps sending messages to it.',
    scenario: 'asks-a-question',
    breaks: [FINISHED],
    act: writing('completed', 'Shorter.', 'Shorter still.'),
  },
];
