/** What `from-har` called identical and was not, each as a recording of its own. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { command } from '../../src/cli/scenario.js';
import type { Scenario } from '../../src/generated/control-api.js';
import type { Exchange } from '../../src/journal/exchange.js';
import { toHar } from '../../src/journal/har.js';
import { Deckhand, DEVELOPMENT_KEYS } from '../../src/app/deckhand.js';
import { playRequest } from '../../src/playback/play-request.js';
import { ScenarioLibrary } from '../../src/scenario/library.js';
import { timelineOf } from '../scenario/documents.js';
import { EPOCH } from '../service/stage.js';
import { completed, failed, message, poll, start, working } from '../replay/exchanges.js';
import { runInProcess } from './run-in-process.js';
import { folderOf } from './temporary.js';

interface Run {
  readonly scenario: Scenario;
  readonly text: string;
  readonly stderr: string;
  readonly exitCode: number | string | null | undefined;
}

async function fromHar(exchanges: readonly Exchange[], ...flags: readonly string[]): Promise<Run> {
  return fromEntries(toHar(exchanges, { name: 'test', version: '0' }), ...flags);
}

async function fromEntries(har: unknown, ...flags: readonly string[]): Promise<Run> {
  const file = join(folderOf({ 'staging.har': JSON.stringify(har) }), 'staging.har');
  const { stdout, stderr, error, code } = await runInProcess(command(), ['from-har', file, ...flags]);
  expect(error).toBeUndefined();
  return { scenario: parse(stdout) as Scenario, text: stdout, stderr, exitCode: code };
}

/** The responses that a client gets: to a start, and to polls and messages of its job. */
async function play(
  scenario: Scenario,
  requests: readonly (readonly [at: number, kind: 'start' | 'poll' | 'message'])[],
) {
  const library = new ScenarioLibrary();
  library.put(timelineOf(scenario, 'played'));
  const { service } = new Deckhand({ scenario: 'played' as never }, { library });
  let id = '';
  const all: Exchange[] = [];
  for (const [at, kind] of requests) {
    const path = kind === 'start' ? '' : kind === 'poll' ? `/${id}/status` : `/${id}/message`;
    const body = kind === 'poll' ? undefined : JSON.stringify({ prompt: 'Taxis', message: 'Taxis' });
    const exchange = await playRequest(service, {
      at: EPOCH + at,
      method: kind === 'poll' ? 'GET' : 'POST',
      path: `/presentations/generate${path}`,
      headers: { 'x-api-key': DEVELOPMENT_KEYS.ws_dev, 'content-type': 'application/json' },
      body: kind === 'message' ? JSON.stringify({ message: 'Taxis' }) : body,
      patience: 5000,
    });
    if (kind === 'start') id = exchange.notes?.generationId ?? '';
    all.push(exchange);
  }
  return all;
}

const bodyOf = (exchange: Exchange | undefined) => JSON.parse(exchange?.response?.body?.text ?? 'null');

describe('from-har', () => {
  it('keeps the code of an error', async () => {
    const problem = {
      type: 'about:blank',
      title: 'The upstream did not answer',
      status: 503,
      detail: 'The renderer is gone.',
      code: 'renderer_gone',
    };
    const { scenario, stderr, exitCode } = await fromHar(
      [start(0), poll(1000, undefined, { status: 503, body: problem }), poll(3000, failed())],
      '--keep-text',
    );
    expect(stderr).toContain('Identical');
    expect(exitCode).toBeUndefined();
    const [, polled] = await play(scenario, [
      [0, 'start'],
      [1000, 'poll'],
    ]);
    expect(bodyOf(polled)).toEqual(problem);
  });

  it('keeps an error body for a status that the stand-in would send itself', async () => {
    const { scenario } = await fromHar(
      [start(0), poll(2000, failed()), message(3000, { status: 409, body: { error: { code: 'closed' } } })],
      '--keep-text',
    );
    const [, , late] = await play(scenario, [
      [0, 'start'],
      [2000, 'poll'],
      [3000, 'message'],
    ]);
    expect(late?.response?.status).toBe(409);
    expect(bodyOf(late)).toEqual({ error: { code: 'closed' } });
  });

  it('keeps a 200 after a start, and its body', async () => {
    const body = {
      generation_id: 'g-1',
      status: 'generating',
      poll_url: '/api/v1/presentations/generate/g-1/status',
      queue: { place: 3 },
    };
    const { scenario, stderr } = await fromHar([
      start(0, { status: 200, body, headers: [] }),
      poll(3000, failed()),
    ]);
    expect(stderr).toContain('Identical');
    expect(scenario.violates).toContain('start/answers-202');
    const [started, polled] = await play(scenario, [
      [0, 'start'],
      [3000, 'poll'],
    ]);
    const id = started?.notes?.generationId;
    expect(started?.response?.status).toBe(200);
    expect(started?.response?.headers.map(([name]) => name)).not.toContain('Location');
    expect(bodyOf(started)).toEqual({
      generation_id: id,
      status: 'generating',
      poll_url: `/api/v1/presentations/generate/${id}/status`,
      queue: { place: 3 },
    });
    expect(bodyOf(polled)).toMatchObject({ generation_id: id, status: 'failed' });
  });

  it('keeps the layout and every other field of sections', async () => {
    const sections = [
      { id: 's1', title: 'One', layout: 'quote', bullets: ['a'] },
      { kind: 'hero', heading: 'Two', picture: { width: 640 } },
    ];
    const { scenario, stderr } = await fromHar(
      [start(0), poll(3000, completed({}, { sections, theme: 'dark' }))],
      '--keep-text',
    );
    expect(stderr).toContain('Identical');
    const [, polled] = await play(scenario, [
      [0, 'start'],
      [3000, 'poll'],
    ]);
    expect(bodyOf(polled).presentation).toMatchObject({ sections, theme: 'dark' });
  });

  it('keeps undocumented fields and nulls of a status view', async () => {
    const view = { ...working(2, 100), eta: 7, error: null };
    const { scenario } = await fromHar([start(0), poll(1000, view), poll(3000, failed())], '--keep-text');
    const [, polled] = await play(scenario, [
      [0, 'start'],
      [1000, 'poll'],
    ]);
    expect(bodyOf(polled)).toEqual({ generation_id: expect.any(String), ...view });
  });

  it('says that a response is missing without a reason, and resets the connection', async () => {
    const har = toHar([start(0), poll(1000, { status: 'generating' }), poll(4000, failed())], {
      name: 'test',
      version: '0',
    }) as unknown as { log: { entries: Record<string, unknown>[] } };
    const [, entry] = har.log.entries;
    delete entry!['_deckhand'];
    entry!['response'] = { status: 0, headers: [], content: {} };
    const { scenario, stderr, exitCode } = await fromEntries(har);
    expect(stderr).toMatch(
      /not-recorded: getGenerationStatus 1 at 1\.0s: there is no response, and the recording does not say why/,
    );
    expect(exitCode).toBe(1);
    expect(scenario.faults).toEqual([{ on: 'getGenerationStatus', requests: 1, connection: 'reset' }]);
  });

  it('says which bodies were not recorded', async () => {
    const views = [1000, 2000, 3000].map((at) => poll(at, undefined));
    const run = await fromHar([start(0, { sent: undefined as never }), ...views, poll(4000, failed())]);
    expect(run.stderr).toContain(
      'not-recorded: startGeneration 1 at 0.0s: the body of the start was not recorded; its prompt is unknown.',
    );
    expect(
      run.stderr.match(/not-recorded: getGenerationStatus \d at \d\.0s: the body was not recorded/g),
    ).toHaveLength(3);
    expect(run.stderr).not.toContain('Identical');
    expect(run.exitCode).toBe(1);
  });

  it('accepts differences of a kind that a flag names, and no other', async () => {
    const recording = [start(0), poll(1000, undefined), poll(4000, failed())];
    expect((await fromHar(recording, '--accept', 'not-recorded')).exitCode).toBeUndefined();
    expect((await fromHar(recording, '--accept', 'body', '--accept', 'header')).exitCode).toBe(1);
    const { stderr } = await fromHar(recording, '--accept', 'all');
    expect(stderr).toMatch(/Accepted:\n +not-recorded: .*\n +The other responses are identical/);
  });
});

describe('429s in from-har', () => {
  /** A service with 5 requests in 10 seconds, and a client that polls every 400 ms. */
  const recording = () => {
    const granted = [0];
    const polls = Array.from({ length: 60 }, (_, index) => {
      const at = 400 * (index + 1);
      while (granted[0] !== undefined && granted[0] + 10_000 <= at) granted.shift();
      if (granted.length >= 5) return poll(at, undefined, { status: 429, body: { error: 'slow down' } });
      granted.push(at);
      return poll(at, { status: 'generating' });
    });
    return [start(0), ...polls, poll(40_000, failed())];
  };

  it('become the limit that refuses exactly them, with the evidence, and the fixed client gets none', async () => {
    const { scenario, text, stderr } = await fromHar(recording(), '--keep-text');
    expect(stderr).toContain('Identical');
    expect(scenario.rate_limit).toBe('5/10s');
    expect(text).toMatch(/# \d+ refusals of \d+ requests: each came after 5 requests within 10s/);
    expect(JSON.stringify(scenario.faults ?? [])).not.toContain('429');
    const slow = Array.from({ length: 15 }, (_, index) => [(index + 1) * 2500, 'poll'] as const);
    const fixed = await play(scenario, [[0, 'start'], ...slow]);
    expect(fixed.map(({ response }) => response?.status)).not.toContain(429);
    const fast = Array.from({ length: 8 }, (_, index) => [(index + 1) * 300, 'poll'] as const);
    const refused = (await play(scenario, [[0, 'start'], ...fast])).filter(
      ({ response }) => response?.status === 429,
    );
    expect(refused.map(bodyOf)).toEqual(Array.from({ length: 4 }, () => ({ error: 'slow down' })));
  });

  it('stay numbered faults where the client was slow', async () => {
    const limited = (at: number) => poll(at, undefined, { status: 429, body: { error: 'no' } });
    const { scenario } = await fromHar([
      start(0),
      poll(3000, { status: 'generating' }),
      limited(6000),
      limited(9000),
      limited(12_000),
      poll(15_000, { status: 'generating' }),
      poll(18_000, failed()),
    ]);
    expect(scenario.rate_limit).toBeUndefined();
    expect(scenario.faults).toMatchObject([
      { on: 'getGenerationStatus', requests: '2..4', answer: { status: 429 } },
    ]);
  });
});
