/** Everything that a request can make the server keep is charged to the one budget, and its oldest part is dropped. */
import { expect, it } from 'vitest';
import { createDeckhand, type Deckhand } from '../../src/app/deckhand.js';
import type { Evicted } from '../../src/app/options/deckhand-options.js';
import type { Scenario } from '../../src/generated/control-api.js';

const API = 'http://127.0.0.1:4010/api/v1';
const BUDGET = 2_097_152;
const LARGE = 'x'.repeat(60_000);

const post = (deckhand: Deckhand, path: string, body: unknown) =>
  deckhand.fetch(`${API}${path}`, {
    method: 'POST',
    headers: { 'x-api-key': 'deckhand-dev-key', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** A scenario of 60 kB that no other call sends. */
const large = (number: number): Scenario => ({
  title: `Large ${number}`,
  steps: [{ work: { for: '1s' } }, { complete: {} }],
  faults: [{ on: 'getGenerationStatus', requests: 900, answer: { status: 503, body: `${number} ${LARGE}` } }],
});

type Fill = (deckhand: Deckhand, number: number) => unknown;

/** @returns how each kind of data is filled, as a client can do it */
const fills: readonly (readonly [how: string, kind: Evicted, fill: Fill])[] = [
  [
    'requests with large bodies',
    'exchanges',
    (deckhand, number) => post(deckhand, `/presentations/generate/none-${number}/message`, { LARGE }),
  ],
  [
    'jobs with long prompts',
    'jobs',
    (deckhand, number) => deckhand.workspace('ws_dev').start({ prompt: `${number} ${LARGE}`.slice(0, 7900) }),
  ],
  [
    'presentations',
    'presentations',
    async (deckhand) => {
      const { status } = await post(deckhand, '/presentations', { template_id: 'tpl_pitch' });
      expect(status).toBe(201);
    },
  ],
  [
    'active faults',
    'faults',
    (deckhand, number) =>
      deckhand.workspace(`sandbox-${number}`).arm({ answer: { status: 503, body: `${number} ${LARGE}` } }),
  ],
  [
    'active scenarios of sandboxes',
    'scenarios',
    (deckhand, number) => deckhand.workspace(`sandbox-${number}`).use(large(number)),
  ],
  [
    'scenarios of jobs',
    'scenarios',
    async (deckhand, number) => {
      const dev = deckhand.workspace('ws_dev');
      dev.use(large(number));
      await dev.start({ prompt: 'tides' });
    },
  ],
  ['sandboxes', 'sandboxes', (deckhand, number) => deckhand.workspace(`sandbox-${number}`).use('instant')],
];

it.each(fills)('%s stay within the budget: the oldest are dropped, and counted', async (_how, kind, fill) => {
  const evicted: Evicted[] = [];
  const deckhand = createDeckhand({
    scenario: 'instant',
    limits: { bytes: BUDGET },
    sandboxes: 300,
    onEvict: (what) => evicted.push(what),
  });
  for (let number = 0; number < 2500 && !evicted.includes(kind); number += 1) await fill(deckhand, number);
  expect(evicted).toContain(kind);
});

it('a workspace has at most a hundred active faults', async () => {
  const dev = createDeckhand().workspace('ws_dev');
  for (let number = 0; number < 100; number += 1) await dev.arm({ latency: '1ms' });
  await expect(dev.arm({ latency: '1ms' })).rejects.toThrow('a workspace has at most 100 active faults');
  expect(await dev.faults()).toHaveLength(100);
});

it('the jobs of a dropped scenario are no longer known', async () => {
  const deckhand = createDeckhand({ limits: { bytes: BUDGET } });
  const dev = deckhand.workspace('ws_dev');
  dev.use(large(-1));
  const { generation_id: first } = await dev.start({ prompt: 'tides' });
  for (let number = 0; number < 20; number += 1) {
    dev.use(large(number));
    await dev.start({ prompt: 'tides' });
  }
  const poll = (id: string) =>
    deckhand.fetch(`${API}/presentations/generate/${id}/status`, {
      headers: { 'x-api-key': 'deckhand-dev-key' },
    });
  expect((await poll(first)).status).toBe(404);
  const { generation_id: last } = await dev.start({ prompt: 'tides' });
  expect((await poll(last)).status).toBe(200);
});
