/** Conforming clients on clocks that a test controls: changes of the clock are not actions of the client. */
import type { ConformingClient } from '../client-scenario.js';
import { BROWSER } from '../simulated-client.js';

export const clockChangedClocks: readonly ConformingClient[] = [
  {
    id: 'clock-is-set-between-question-and-reply',
    title: 'A test advances the clock by an hour while a question waits, and the page reloads.',
    scenario: 'asks-a-question',
    act: async ({ simulation, tab }) => {
      const me = tab({ agent: BROWSER });
      const id = await me.job();
      await me.until(id, 'awaiting_input');
      for (let look = 0; look < 4; look += 1) {
        await simulation.control('advanceClock', { by: '15m' });
        await me.polls(id, 1, 100);
      }
      await me.reply(id);
    },
  },
];
