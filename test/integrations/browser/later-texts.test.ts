import { describe, expect, it } from 'vitest';
import { BareDeckhand } from '../../../src/app/bare-deckhand.js';
import type { DeckhandOptions } from '../../../src/app/deckhand.js';
import { readTexts, withoutTexts } from '../../../src/integrations/browser/later-texts.js';

const text = (error: string) => `title: Mine\nsteps:\n  - fail: { error: ${error} }\n`;
const object = { title: 'Mine', steps: [{ fail: { error: 'E' } }] };

async function deckhandWith(options: DeckhandOptions): Promise<BareDeckhand> {
  const deckhand = new BareDeckhand({ ...options, ...withoutTexts(options) });
  await readTexts(deckhand, options);
  return deckhand;
}

/** The status view of a new job. */
const viewOfNew = async (deckhand: BareDeckhand) =>
  deckhand.workspace('ws_dev').start({ prompt: 'Boats' }).view;

describe('the scenarios of a worker', () => {
  it.each<[string, DeckhandOptions]>([
    ['a text', { scenarios: { mine: text('E') }, scenario: 'mine' }],
    ['a module', { scenarios: { mine: { default: text('E') } as never }, scenario: 'mine' }],
    ['an object', { scenarios: { mine: object }, scenario: 'mine' }],
    ['a text as the default scenario', { scenario: { yaml: text('E') } }],
  ])('can be %s', async (_, options) => {
    const deckhand = await deckhandWith(options);
    expect(await viewOfNew(deckhand)).toMatchObject({ status: 'failed', error: 'E' });
  });

  it('can be used by their names before their texts are read', async () => {
    const options = { scenarios: { mine: text('E') } };
    const deckhand = new BareDeckhand({ ...options, ...withoutTexts(options) });
    deckhand.workspace('ws_dev').use('mine');
    await readTexts(deckhand, options);
    expect(await viewOfNew(deckhand)).toMatchObject({ status: 'failed', error: 'E' });
  });

  it('are refused with file, line and column when a text has a mistake', async () => {
    const wrong = { scenarios: { './scenarios/mine.yaml': 'title: Mine\nsteps:\n  - complete\n' } };
    await expect(deckhandWith(wrong)).rejects.toThrow(
      './scenarios/mine.yaml:3:5: steps[0] needs a colon. Write - complete:',
    );
  });
});
