import { expect, it } from 'vitest';
import { setupDeckhandWorker } from '../../src/integrations/browser-in-node.js';

it('deckhand/browser fails in Node, and names the entry for Node', () => {
  expect(() => setupDeckhandWorker()).toThrow(
    expect.objectContaining({ code: 'bad-option', hint: expect.stringContaining('deckhand/node') }),
  );
});
