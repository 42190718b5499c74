import { expect, it } from 'vitest';
import { Deckhand } from '../../src/app/deckhand.js';
import { fieldOf } from '../../src/base/json.js';
import { bundledScenarios } from '../../src/generated/bundled-scenarios.js';
import { headerOf, type Exchange } from '../../src/journal/exchange.js';
import { fromHar, toHar } from '../../src/journal/har.js';
import { makeReplay } from '../../src/playback/make-replay.js';
import { playRequest } from '../../src/playback/play-request.js';
import { Pairs } from '../../src/replay/compare-values.js';
import { Anonymiser } from '../../src/replay/anonymiser.js';
import { compareStories, isDifferent } from '../../src/replay/diff/compare-stories.js';
import { storiesOf } from '../../src/replay/diff/stories.js';
import { parseReplay } from '../../src/scenario/replay-file.js';
import { DEVELOPMENT_KEYS } from '../../src/service/default-directory.js';
import { EPOCH } from '../service/stage.js';

/** Records an app that starts a job, polls it, replies once to each question, waits after a 429, and fetches its deck. */
async function record(deckhand: Deckhand): Promise<readonly Exchange[]> {
  const exchanges: Exchange[] = [];
  let at = EPOCH;
  const send = async (method: string, path: string, body?: object): Promise<Exchange> => {
    const exchange = await playRequest(deckhand.service, {
      at,
      method,
      path,
      headers: { 'x-api-key': DEVELOPMENT_KEYS.ws_dev, 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
      patience: 5000,
    });
    exchanges.push(exchange);
    const pause = Number(headerOf(exchange.response?.headers ?? [], 'retry-after') ?? 0);
    at += 1500 + pause * 1000;
    return exchange;
  };
  await send('GET', '/templates');
  const started = await send('POST', '/presentations/generate', { prompt: 'Harbour taxis' });
  const id = started.notes?.generationId ?? 'none';
  let asked = '';
  for (let polls = 0; polls < 30; polls += 1) {
    const view = parsed(await send('GET', `/presentations/generate/${id}/status`));
    const [status, message] = [fieldOf(view, 'status'), fieldOf(view, 'message')];
    if (status === 'awaiting_input' && message !== asked) {
      asked = String(message);
      await send('POST', `/presentations/generate/${id}/message`, { message: 'Investors' });
    }
    if (status === 'failed') break;
    const deck = fieldOf(fieldOf(view, 'presentation'), 'id');
    if (typeof deck === 'string') {
      await send('GET', `/presentations/${deck}`);
      await send('PATCH', `/presentations/${deck}`, { title: 'Another title' });
      break;
    }
  }
  return exchanges;
}

function parsed({ response }: Exchange): unknown {
  try {
    return JSON.parse(response?.body?.text ?? '');
  } catch {
    return undefined;
  }
}

it.each(Object.keys(bundledScenarios))(
  'the story %s is the same when it is recorded, replayed and recorded again',
  async (scenario) => {
    const { exchanges: recorded } = fromHar(
      toHar(await record(new Deckhand({ scenario: scenario as never })), { name: 't', version: '0' }),
    );
    const made = await makeReplay(recorded, new Anonymiser(true));
    expect(made.differences).toEqual([]);
    expect(made.mistakes).toEqual([]);
    const [workspace] = parseReplay({ file: 'replay.yaml', text: made.text }).workspaces;
    const replay = new Deckhand({ seed: 9 }, { replays: new Map([['ws_dev', workspace!.timeline]]) });
    const again = await record(replay);
    expect(again).toHaveLength(recorded.length);
    const pairs = compareStories(storiesOf(recorded), storiesOf(again), new Pairs());
    expect(pairs.flatMap(({ rows }) => rows.filter(isDifferent))).toEqual([]);
  },
);
