/** Fifteen bugs of clients, as they happen: timers that nobody clears, retries without end, wrong headers, forms, double keys. */
import { prompts } from '../mutants/plain-service/stages.js';
import type { Session } from './session.js';

export interface ClientBug {
  readonly title: string;
  /** The rule that names the bug. */
  readonly named: string;
  readonly play: (session: Session) => Promise<void>;
}

const start = async ({ send }: Session, prompt: string = prompts.plain): Promise<string> => {
  const { body } = await send('POST', '/presentations/generate', { body: { prompt } });
  return `/presentations/generate/${String(body['generation_id'])}`;
};

const polls = async ({ send, wait }: Session, job: string, times: number, ms = 3000): Promise<void> => {
  for (let poll = 0; poll < times; poll += 1) {
    wait(ms);
    await send('GET', `${job}/status`);
  }
};

export const clientBugs: readonly ClientBug[] = [
  {
    title: 'the timer runs on after completed',
    named: 'client/stops-when-completed',
    play: async (session) => polls(session, await start(session), 14),
  },
  {
    title: 'the timer runs on after failed',
    named: 'client/stops-when-failed',
    play: async (session) => polls(session, await start(session, prompts.failure), 14),
  },
  {
    title: 'the client does not know awaiting_input, and polls on',
    named: 'client/stops-to-act-when-asked',
    play: async (session) => polls(session, await start(session, prompts.question), 14),
  },
  {
    title: 'seconds are taken for milliseconds: a poll each 3 ms',
    named: 'client/never-polls-in-a-tight-loop',
    play: async (session) => polls(session, await start(session, prompts.plain), 20, 3),
  },
  {
    title: 'the key is in the query',
    named: 'client/keeps-the-key-out-of-addresses',
    play: async ({ send, key }) => void (await send('GET', `/templates?api_key=${key}`)),
  },
  {
    title: 'the key is sent without Bearer',
    named: 'client/sends-the-key-in-a-header',
    play: async ({ send, key }) =>
      void (await send('GET', '/templates', { headers: { authorization: key } })),
  },
  {
    title: 'a default header has the key of another environment',
    named: 'client/sends-one-key-at-a-time',
    play: async ({ send }) =>
      void (await send('GET', '/templates', { headers: { 'x-api-key': 'plain-birch-93be55d2' } })),
  },
  {
    title: 'the prompt is sent as a form',
    named: 'client/sends-json',
    play: async ({ send }) =>
      void (await send('POST', '/presentations/generate', {
        raw: 'prompt=Ferries',
        headers: { 'content-type': 'application/json' },
      })),
  },
  {
    title: 'fetch sends a string as text/plain',
    named: 'client/says-that-it-sends-json',
    play: async ({ send }) =>
      void (await send('POST', '/presentations/generate', {
        raw: JSON.stringify({ prompt: 'Ferries' }),
        headers: { 'content-type': 'text/plain;charset=UTF-8' },
      })),
  },
  {
    title: 'the prompt is the object of the form',
    named: 'client/sends-the-documented-shape',
    play: async ({ send }) =>
      void (await send('POST', '/presentations/generate', { body: { prompt: { text: 'Ferries' } } })),
  },
  {
    title: 'the editor saves slides with PATCH',
    named: 'client/leaves-the-slides-alone',
    play: async ({ send }) => {
      const { body } = await send('POST', '/presentations', {
        body: { template_id: 'template-1a', title: 'Ferries' },
      });
      await send('PATCH', `/presentations/${String(body['id'])}`, { body: { sections: [{ title: 'New' }] } });
    },
  },
  {
    title: 'the client cancels jobs with DELETE',
    named: 'client/asks-for-documented-operations',
    play: async (session) => void (await session.send('DELETE', await start(session))),
  },
  {
    title: 'a wrong key is retried every two seconds',
    named: 'client/retries-only-what-is-transient',
    play: async ({ send, wait }) => {
      for (let tries = 0; tries < 12; tries += 1) {
        wait(2000);
        await send('GET', '/templates', { headers: { authorization: 'Bearer old-key' } });
      }
    },
  },
  {
    title: 'a chat box sends to a job that is over',
    named: 'client/sends-no-message-to-a-finished-job',
    play: async (session) => {
      const job = await start(session);
      await polls(session, job, 6);
      session.wait(20_000);
      await session.send('POST', `${job}/message`, { body: { message: 'Make it shorter' } });
    },
  },
  {
    title: 'polls carry a body',
    named: 'client/sends-no-body-where-there-is-none',
    play: async ({ send }) => void (await send('GET', '/templates', { body: { page: 1 } })),
  },
];
