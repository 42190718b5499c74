import { describe, expect, it } from 'vitest';
import { DeckhandCore } from '../../../src/app/deckhand-core.js';
import type { DeckhandOptions } from '../../../src/app/deckhand.js';
import {
  loadScenarioTexts,
  withPlaceholders,
} from '../../../src/integrations/browser/lazy-scenario-texts.js';

const failingScenario = (error: string) => `title: Mine\nsteps:\n  - fail: { error: ${error} }\n`;
const object = { title: 'Mine', steps: [{ fail: { error: 'E' } }] };

async function deckhandWith(options: DeckhandOptions): Promise<DeckhandCore> {
  const deckhand = new DeckhandCore({ ...options, ...withPlaceholders(options) });
  await loadScenarioTexts(deckhand, options);
  return deckhand;
}

/** The status view of a new job. */
const viewOfNew = async (deckhand: DeckhandCore) =>
  deckhand.workspace('ws_dev').startJob({ prompt: 'Boats' }).status_response;

describe('the scenarios of a worker', () => {
  it.each<[string, DeckhandOptions]>([
    ['a text', { scenarios: { mine: failingScenario('E') }, scenario: 'mine' }],
    ['a module', { scenarios: { mine: { default: failingScenario('E') } as never }, scenario: 'mine' }],
    ['an object', { scenarios: { mine: object }, scenario: 'mine' }],
    ['a text as the default scenario', { scenario: { yaml: failingScenario('E') } }],
  ])('can be %s', async (_, options) => {
    const deckhand = await deckhandWith(options);
    expect(await viewOfNew(deckhand)).toMatchObject({ status: 'failed', error: 'E' });
  });

  it('can be selected by name before their texts are parsed', async () => {
    const options = { scenarios: { mine: failingScenario('E') } };
    const deckhand = new DeckhandCore({ ...options, ...withPlaceholders(options) });
    deckhand.workspace('ws_dev').useScenario('mine');
    await loadScenarioTexts(deckhand, options);
    expect(await viewOfNew(deckhand)).toMatchObject({ status: 'failed', error: 'E' });
  });

  it('are rejected with file, line and column when a text is invalid', async () => {
    const wrong = { scenarios: { './scenarios/mine.yaml': 'title: Mine\nsteps:\n  - complete\n' } };
    await expect(deckhandWith(wrong)).rejects.toThrow(
      './scenarios/mine.yaml:3:5: steps[0] needs a colon. Write - complete:',
    );
  });
});
