/** Every bundled scenario, recorded by a polling client and played again: the replay is the recording. */
import { describe, expect, it } from 'vitest';
import { bundledScenarios } from '../../src/generated/bundled-scenarios.js';
import type { Exchange } from '../../src/journal/exchange.js';
import { toHar } from '../../src/journal/har.js';
import { ReplayClient } from './recorded-traffic.js';
import { Recorder } from './recorder.js';

/** What a client sees of an exchange. */
const seen = ({ response, failure }: Exchange): unknown => [
  failure === undefined ? response?.status : 0,
  failure === undefined ? (response?.body?.text ?? '') : failure,
];

/** A client that starts a job, polls it, replies to its questions, fetches its deck, and renames it. */
function record(name: string): readonly Exchange[] {
  const recorder = new Recorder(bundledScenarios[name] as never);
  const id = recorder.start('dev') ?? 'gen_never_started';
  for (let poll = 0; poll < 40; poll += 1) {
    recorder.at += 2500;
    const text = recorder.poll('dev', id).response?.body?.text ?? '';
    if (/"status":"(?:completed|failed)"/.test(text) && poll > 25) break;
    if (!text.includes('"awaiting_input"')) continue;
    recorder.at += 1000;
    recorder.reply('dev', id);
  }
  const deck = `/presentations/${id.replace('gen_', 'pres_')}`;
  for (const [method, path, body] of [
    ['GET', deck, undefined],
    ['PATCH', deck, { title: 'Renamed' }],
    ['GET', deck, undefined],
    ['GET', '/templates', undefined],
  ] as const) {
    recorder.at += 1500;
    recorder.send('dev', method, path, body);
  }
  return recorder.exchanges;
}

describe('a replay of a recorded scenario', () => {
  it.each(Object.keys(bundledScenarios))('%s is the recording', async (name) => {
    const recorded = record(name);
    const client = new ReplayClient(toHar(recorded, { name: 'test', version: '1' }));
    const [first] = recorded;
    const got: unknown[] = [];
    for (const { request, startedAt, failure } of recorded) {
      const path = request.url.replace('/api/v1', '');
      const sent = request.body && (JSON.parse(request.body.text) as unknown);
      const { status, text } = await client.send(
        startedAt - (first?.startedAt ?? 0),
        `${request.method} ${path}`,
        sent,
      );
      got.push([status, status === 0 || text === '<broken>' ? failure : text]);
    }
    const expected = recorded.map(seen).map((pair, index) =>
      // A fetch client learns of a body that breaks off after the head.
      recorded[index]?.failure === 'truncated' ? [recorded[index].response?.status, 'truncated'] : pair,
    );
    expect(got).toEqual(expected);
    expect(client.summary()).toEqual([]);
  });
});
