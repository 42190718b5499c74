/** A scenario of a job that makes progress for half a day. */
import type { DeckhandOptions } from '../../src/app/deckhand.js';

export const hours: DeckhandOptions = {
  scenarios: {
    hours: {
      title: 'A job of twelve hours',
      description: 'Tokens are counted all the time.',
      steps: [{ generate: { for: '12h', tokens: '0..900000' } }, { complete: {} }],
    },
  },
};
