import { expect, it } from 'vitest';
import { setupDeckhandWorker } from '../../src/adapters/browser-in-node.js';

it('deckhand/browser says in Node where it runs, and what to use instead', () => {
  expect(() => setupDeckhandWorker()).toThrow(
    expect.objectContaining({ code: 'bad-option', hint: expect.stringContaining('deckhand/node') }),
  );
});
