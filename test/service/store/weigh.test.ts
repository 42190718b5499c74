/** The weights of records, compared with the heap that they take. A lower weight would let a server grow beyond its budget. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { createDeckhand, type Deckhand } from '../../../src/app/deckhand.js';
import type { ScenarioName } from '../../../src/app/scenario-names.js';

setFlagsFromString('--expose-gc');
const gc = runInNewContext('gc') as () => void;

const HEADERS: Readonly<Record<string, string>> = {
  'x-api-key': 'deckhand-dev-key',
  'content-type': 'application/json',
};

/** A request without the journal, whose memory would hide that of the records. */
function send(
  deckhand: Deckhand,
  method: string,
  path: string,
  body?: unknown,
): Readonly<Record<string, unknown>> {
  const response = deckhand.service.respond({
    method,
    path,
    header: (name) => HEADERS[name],
    body: body === undefined ? undefined : JSON.stringify(body),
    requestId: 'weigh',
    at: Date.now(),
  });
  expect(response.status).toBeLessThan(300);
  return JSON.parse(response.body) as Readonly<Record<string, unknown>>;
}

const prompt = (number: number): string => `A pitch for electric harbour taxis, version ${number}`;
const COUNT = 10_000;

const records: readonly (readonly [
  name: string,
  scenario: ScenarioName,
  add: (deckhand: Deckhand, number: number) => void,
])[] = [
  [
    'jobs that never end',
    'never-ends',
    (deckhand, number) => void send(deckhand, 'POST', '/presentations/generate', { prompt: prompt(number) }),
  ],
  [
    'jobs that were polled',
    'never-ends',
    (deckhand, number) => {
      const { generation_id: id } = send(deckhand, 'POST', '/presentations/generate', {
        prompt: prompt(number),
      });
      send(deckhand, 'GET', `/presentations/generate/${String(id)}/status`);
    },
  ],
  [
    'jobs whose polls are counted',
    'rate-limited',
    (deckhand, number) => {
      const { generation_id: id } = send(deckhand, 'POST', '/presentations/generate', {
        prompt: prompt(number),
      });
      send(deckhand, 'GET', `/presentations/generate/${String(id)}/status`);
    },
  ],
  [
    'jobs with a reply',
    'asks-a-question',
    (deckhand, number) => {
      const { generation_id: id } = send(deckhand, 'POST', '/presentations/generate', {
        prompt: prompt(number),
      });
      send(deckhand, 'POST', `/presentations/generate/${String(id)}/message`, { message: `Yes ${number}` });
    },
  ],
  [
    'decks from templates',
    'instant',
    (deckhand, number) =>
      void send(deckhand, 'POST', '/presentations', { template_id: 'tpl_pitch', title: prompt(number) }),
  ],
];

describe('the weight of', () => {
  it.each(records)('%s is at least their heap, and at most 2.5 times as much', (_name, scenario, add) => {
    const deckhand = createDeckhand({ scenario, limits: { bytes: 2 ** 30 } });
    for (let number = 0; number < 1000; number += 1) add(deckhand, number);
    const [heap, weight] = [used(), deckhand.service.weight];
    for (let number = 0; number < COUNT; number += 1) add(deckhand, number);
    const [perHeap, perWeight] = [(used() - heap) / COUNT, (deckhand.service.weight - weight) / COUNT];
    expect(perWeight).toBeGreaterThan(perHeap);
    expect(perWeight).toBeLessThan(2.5 * perHeap);
  });
});

function used(): number {
  gc();
  gc();
  return process.memoryUsage().heapUsed;
}
