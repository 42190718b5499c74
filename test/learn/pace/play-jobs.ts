/** Plays jobs of a scenario in virtual time to a client that polls every second. Returns the journal. */
import { Deckhand, DEVELOPMENT_KEYS } from '../../../src/app/deckhand.js';
import type { ScenarioName } from '../../../src/app/scenario-names.js';
import type { Scenario } from '../../../src/generated/control-api.js';
import type { Exchange } from '../../../src/journal/exchange.js';
import { playRequest } from '../../../src/playback/play-request.js';
import { checkScenario } from '../../../src/scenario/check.js';
import { ScenarioLibrary } from '../../../src/scenario/library.js';

const EVERY = 1000;
const REPLY_AFTER = 2500;
const MAX_POLLS = 200;

interface View {
  readonly generation_id?: string;
  readonly status?: string;
}

export async function playJobs(scenario: Scenario, count: number, seed = 1): Promise<readonly Exchange[]> {
  const checked = checkScenario('played', scenario);
  if ('mistakes' in checked) throw new Error(JSON.stringify(checked.mistakes));
  const library = new ScenarioLibrary();
  library.put(checked.timeline);
  const { service } = new Deckhand({ scenario: 'played' as ScenarioName, seed }, { library });
  const journal: Exchange[] = [];
  const send = async (at: number, path: string, body?: object): Promise<View> => {
    const exchange = await playRequest(service, {
      at,
      method: body ? 'POST' : 'GET',
      path: `/presentations/generate${path}`,
      headers: { 'x-api-key': DEVELOPMENT_KEYS.ws_dev, 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
      patience: 60_000,
    });
    const sequence = journal.length + 1;
    journal.push({ ...exchange, sequence, notes: { source: `played.har, entry ${sequence}` } });
    return JSON.parse(exchange.response?.body?.text ?? '{}') as View;
  };
  let now = Date.UTC(2026, 2, 4);
  for (let number = 1; number <= count; number++) {
    const { generation_id: id = '' } = await send(now, '', { prompt: `Deck number ${number}` });
    for (let poll = 0; poll < MAX_POLLS; poll++) {
      const { status = '' } = await send((now += EVERY), `/${id}/status`);
      if (status === 'completed' || status === 'failed') break;
      if (status === 'awaiting_input') await send((now += REPLY_AFTER), `/${id}/message`, { message: 'All' });
    }
    now += 10_000;
  }
  return journal;
}
