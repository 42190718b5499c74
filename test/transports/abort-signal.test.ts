/** A garbage-collected Request no longer forwards its abort signal. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { createDeckhand } from '../../src/app/deckhand.js';

test.each(['stall', 'dripping'] as const)(
  'a response that never arrives (%s) is aborted after a collection',
  async (how) => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const deckhand = createDeckhand();
    const workspace = deckhand.workspace('ws_dev');
    workspace.clock.pause();
    workspace.addFault({
      operation: 'listTemplates',
      ...(how === 'stall' ? { connection: 'timeout' } : { drip: '1m' }),
    });
    const caller = new AbortController();
    const { signal } = caller;
    const outcome = deckhand
      .fetch('http://127.0.0.1/api/v1/templates', { headers: { 'x-api-key': 'deckhand-dev-key' }, signal })
      .then((response) => response.text())
      .then(
        () => 'came',
        () => 'aborted',
      );
    for (let turn = 0; turn < 5; turn += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      collect();
    }
    caller.abort();
    expect(await outcome).toBe('aborted');
  },
);
