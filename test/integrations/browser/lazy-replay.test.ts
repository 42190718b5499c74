/** A page loads the player of a recording when it starts. */
import { expect, it } from 'vitest';
import { DeckhandCore } from '../../../src/app/deckhand-core.js';
import { createLazyReplay } from '../../../src/integrations/browser/lazy-replay.js';
import { recordingToHar, start } from '../../replay/recorded-traffic.js';

const send = (deckhand: DeckhandCore, key: string): Promise<Response> =>
  deckhand.fetch('http://127.0.0.1:4010/api/v1/presentations/generate', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: '{"prompt":"A pitch"}',
  });

it('a page replays its recording after it has started, with any key and in any sandbox', async () => {
  const replay = createLazyReplay(recordingToHar([start(0, 'gen_7f3k')]));
  const deckhand = new DeckhandCore({}, { replay: replay.assignment });
  const early = await send(deckhand, 'deckhand-dev-key');
  expect(await early.json()).toMatchObject({
    detail: 'Not in the recording: the mock server was not started.',
  });
  await replay.load();
  for (const key of ['the-key-of-the-app', 'sandbox-a'])
    expect(await (await send(deckhand, key)).json()).toMatchObject({ generation_id: 'gen_7f3k' });
});

it('a page rejects a recording that it cannot replay', async () => {
  await expect(createLazyReplay({ log: 3 }).load()).rejects.toThrow(/is not a recording/);
});
