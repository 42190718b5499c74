/**
 * Nine bundled stories, recorded through the proxy, replayed, and recorded again: both recordings are identical. The clocks of the
 * stand-ins stand still and are advanced by hand, so the speed of the machine has no influence.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Deckhand } from '../../src/app/deckhand.js';
import { command as diffCommand } from '../../src/cli/diff.js';
import { loadReplay } from '../../src/cli/replay-option.js';
import { command as scenarioCommand } from '../../src/cli/scenario.js';
import type { Exchange } from '../../src/journal/exchange.js';
import { toHar } from '../../src/journal/har.js';
import { directRoute } from '../../src/reach/route.js';
import { startRecordingProxy } from '../../src/recording/recording-proxy.js';
import { kindOf, Pairs, valueDifferences } from '../../src/replay/compare-values.js';
import { startServer } from '../../src/server/server.js';
import { runInProcess } from '../cli/run-in-process.js';
import { folderOf } from '../cli/temporary.js';

/** Each with the time between two polls, in milliseconds. */
const STORIES: readonly (readonly [string, number])[] = [
  ['happy-path', 3000],
  ['slow-progress', 20_000],
  ['no-progress', 3000],
  ['asks-a-question', 3000],
  ['asks-twice', 3000],
  ['unanswered-question', 20_000],
  ['timeout-failure', 20_000],
  ['upstream-error', 3000],
  ['rate-limited', 3000],
];
/** The stories whose question stays open. */
const SILENT = ['unanswered-question'];
const MOST_POLLS = 60;

/** Sends requests to a stand-in through the proxy, and advances its clock before each of them. */
async function record(
  deckhand: Deckhand,
  send: (request: (advance: number, path: string, body?: object) => Promise<unknown>) => Promise<void>,
): Promise<readonly Exchange[]> {
  const server = await startServer(deckhand, { host: '127.0.0.1', port: 0 });
  const exchanges: Exchange[] = [];
  const proxy = await startRecordingProxy({
    url: `${server.url}/api/v1`,
    host: '127.0.0.1',
    port: 0,
    idleTimeout: 20_000,
    route: directRoute(`${server.url}/api/v1`),
    onExchange: (exchange) => exchanges.push(exchange),
  });
  const close = async (): Promise<void> => {
    await proxy.close();
    await server.close();
  };
  onTestFinished(close);
  const { clock } = deckhand.workspace('ws_dev');
  clock.pause();
  await send(async (advance, path, body) => {
    clock.advance(advance);
    // Two requests in one millisecond would have no order in time.
    await new Promise((wait) => setTimeout(wait, 5));
    const sent = { isOver: false };
    const answer = fetch(`${new URL(proxy.url).origin}/api/v1${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { 'x-api-key': 'deckhand-dev-key', 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
      .then(async (response) => response.json() as Promise<unknown>)
      .finally(() => (sent.isOver = true));
    // A slow machine makes latency a part of the recording. Then the clock must release the response.
    void (async () => {
      while (!sent.isOver) {
        if (clock.held() > 0) clock.advance(1);
        await new Promise((wait) => setTimeout(wait, 1));
      }
    })();
    return answer;
  });
  await close();
  return exchanges.toSorted((one, two) => one.sequence - two.sequence);
}

interface View {
  readonly generation_id?: string;
  readonly status?: string;
}

describe('a bundled story', () => {
  it.each(STORIES)('%s, recorded, replayed and recorded again, is identical', async (name, every) => {
    const first = await record(new Deckhand({ scenario: name as never }), async (request) => {
      const started = (await request(0, '/presentations/generate', { prompt: 'Harbour taxis' })) as View;
      const path = `/presentations/generate/${started.generation_id}`;
      for (let poll = 0; poll < MOST_POLLS; poll += 1) {
        const { status } = (await request(every, `${path}/status`)) as View;
        if (status === 'completed' || status === 'failed') return;
        if (status === 'awaiting_input' && !SILENT.includes(name))
          await request(1000, `${path}/message`, { message: 'People who decide.' });
      }
      throw new Error('The job does not end');
    });
    const folder = folderOf({});
    const [a, b, file] = ['a.har', 'b.har', 'a.replay.yaml'].map((each) => join(folder, each)) as [
      string,
      string,
      string,
    ];
    const creator = { name: 'deckhand', version: '0' };
    writeFileSync(a, JSON.stringify(toHar(first, creator)));
    const made = await runInProcess(scenarioCommand(), ['from-har', a, '--replay', file, '--keep-text']);
    expect([made.error, made.code], made.stderr).toEqual([undefined, undefined]);
    expect(made.stderr).toContain('Identical');

    const { timelines } = loadReplay(file);
    const again = await record(new Deckhand({}, { replays: timelines }), async (request) => {
      let before = Math.floor(first[0]?.startedAt ?? 0);
      let id = '';
      for (const { startedAt, request: sent } of first) {
        const at = Math.floor(startedAt);
        const path = sent.url.replace(/^.*\/api\/v1/, '').replace(/\/gen_[^/]+/, `/${id}`);
        const body = sent.body && (JSON.parse(sent.body.text) as object);
        const view = (await request(at - before, path, body)) as View;
        id ||= view.generation_id ?? '';
        before = at;
      }
    });
    writeFileSync(b, JSON.stringify(toHar(again, creator)));
    const compared = await runInProcess(diffCommand(), [a, b]);
    expect(compared.stdout).toContain('No difference');
    expect(compared.code).toBeUndefined();
    // `diff` joins the polls of one state; here, each response has to be the same.
    const pairs = new Pairs();
    const differences = first.map(({ response }, index) => {
      const [one, other] = [response, again[index]?.response].map((each) => ({
        status: each?.status,
        body: JSON.parse(each?.body?.text ?? 'null') as unknown,
      }));
      return valueDifferences(one, other, (text, played, field) => {
        const kind = field === 'poll_url' ? 'address' : kindOf(field, text, played);
        return kind !== undefined && pairs.match(kind, text, played);
      });
    });
    expect(differences.flat()).toEqual([]);
    expect(again).toHaveLength(first.length);
  });
});
