import { expect, it } from 'vitest';
import { Deckhand } from '../../src/app/deckhand.js';
import { fieldOf } from '../../src/base/json.js';
import { bundledScenarios } from '../../src/generated/bundled-scenarios.js';
import type { Exchange } from '../../src/journal/exchange.js';
import { makeReplay } from '../../src/playback/make-replay.js';
import { playRequest } from '../../src/playback/play-request.js';
import { Anonymiser } from '../../src/replay/anonymiser.js';
import { parseReplay } from '../../src/scenario/replay-file.js';
import { KEYS, Recorder } from '../replay/recorder.js';

const ASKING = bundledScenarios['asks-a-question'];
if (!ASKING) throw new Error('The scenario is bundled.');

/** Two interleaved jobs, a job of another workspace, and failures of two other operations. */
async function recording(): Promise<readonly Exchange[]> {
  const recorder = new Recorder(ASKING as never);
  const one = (await recorder.start('dev')) ?? '';
  recorder.at += 500;
  const two = (await recorder.start('dev')) ?? '';
  const other = (await recorder.start('other')) ?? '';
  await recorder.send('dev', 'POST', '/presentations', { template_id: 'unknown' });
  await recorder.send('dev', 'GET', '/templates');
  for (let round = 0; round < 12; round += 1) {
    recorder.at += 3000;
    for (const id of [one, two]) await recorder.poll('dev', id);
    await recorder.poll('other', other);
    if (round === 6) await recorder.reply('dev', two);
  }
  return recorder.exchanges;
}

const statuses = (exchanges: readonly Exchange[]): readonly unknown[] =>
  exchanges.map(({ response }) => [
    response?.status,
    fieldOf(JSON.parse(response?.body?.text ?? '{}'), 'status'),
  ]);

it('a replay file gives the recorded responses in the order of their jobs, in each workspace', async () => {
  const recorded = await recording();
  const made = await makeReplay(recorded, new Anonymiser(false));
  expect(made.mistakes).toEqual([]);
  expect(made.differences).toEqual([]);
  const { workspaces } = parseReplay({ file: 'a.replay.yaml', text: made.text });
  const [first, second] = workspaces;
  expect(first?.jobs.map(({ messages }) => messages)).toEqual([0, 1]);
  expect(second?.jobs).toHaveLength(1);

  const deckhand = new Deckhand(
    { seed: 7 },
    {
      replays: new Map([
        ['ws_dev', first!.timeline],
        ['ws_other', second!.timeline],
      ]),
    },
  );
  const ids = new Map<string, string>();
  const played: Exchange[] = [];
  for (const { startedAt, request, notes } of recorded) {
    const key = notes?.workspaceId === 'ws_other' ? KEYS.other : KEYS.dev;
    const exchange = await playRequest(deckhand.service, {
      // Another day: only the intervals count.
      at: startedAt + 86_400_000,
      method: request.method,
      path: request.url
        .slice(request.url.indexOf('/api/v1') + '/api/v1'.length)
        .replace(/gen_\w+/, (id) => ids.get(id) ?? id),
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: request.body?.text,
      patience: 5000,
    });
    if (notes?.generationId && exchange.notes?.generationId && !ids.has(notes.generationId))
      ids.set(notes.generationId, exchange.notes.generationId);
    played.push(exchange);
  }
  expect(ids.size).toBe(3);
  expect(statuses(played)).toEqual(statuses(recorded));
});

it.each([
  ['format: other\n', 'a.yaml is not a replay file'],
  ['title: x\nsteps: []\n', 'a.yaml is not a replay file'],
  ['format: deckhand-replay\nversion: 2\n', 'a.yaml has the version 2'],
  ['format: deckhand-replay\nversion: 1\nworkspaces: []\n', 'must be a list with a workspace'],
  [
    'format: deckhand-replay\nversion: 1\nworkspaces:\n  - requests: {}\n    jobs: [{}]\n    scenario: { title: x, steps: [{ stay: }] }\n',
    'must be a list of { messages, until, ended }',
  ],
  [
    'format: deckhand-replay\nversion: 1\nworkspaces:\n  - requests: {}\n    jobs: []\n    scenario: { title: x, steps: [{ work: { for: soon } }] }\n',
    'for must be a time such as 2s',
  ],
  ['format: [', 'is not valid YAML'],
])('a wrong replay file is refused: %j', (text, message) => {
  expect(() => parseReplay({ file: 'a.yaml', text })).toThrow(message);
});
