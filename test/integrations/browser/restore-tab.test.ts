/** Which page settings override a restored tab. */
import { expect, it } from 'vitest';
import { createDeckhand, type Deckhand, type DeckhandOptions } from '../../../src/app/deckhand.js';
import { restoreTabState } from '../../../src/integrations/browser/restore-tab.js';
import { createServerSnapshot } from '../../../src/service/snapshot/create.js';
import { realNow } from '../../../src/base/real-time.js';

const saveTab = ({ service }: Deckhand): string =>
  JSON.stringify(createServerSnapshot(service, realNow(), 1000));

/** @param code the part of the page's code that runs before the state is restored */
function reloadTab(
  text: string,
  options: DeckhandOptions = {},
  code: (deckhand: Deckhand) => void = () => {},
): Deckhand {
  const deckhand = createDeckhand(options);
  code(deckhand);
  restoreTabState(deckhand, text);
  return deckhand;
}

const infoOf = (deckhand: Deckhand) => deckhand.workspace('ws_dev').info();

it('settings in the code of the page before the restore override the restored state', async () => {
  const before = createDeckhand();
  before.workspace('ws_dev').useScenario('no-progress');
  const after = reloadTab(saveTab(before), {}, (deckhand) => {
    deckhand.workspace('ws_dev').useScenario('instant');
    deckhand.workspace('ws_dev').clock.setSpeed(7);
    deckhand.workspace('ws_dev').clock.pause();
  });
  expect(infoOf(after)).toMatchObject({ scenario: 'instant', clock: { paused: true, speed: 7 } });
});

it('options of the page override those of the time when the tab was saved', async () => {
  const text = saveTab(createDeckhand({ scenario: 'happy-path' }));
  const { status_response } = reloadTab(text, { scenario: 'instant' })
    .workspace('ws_dev')
    .startJob({ prompt: 'Boats' });
  expect(status_response.status).toBe('completed');
  expect(infoOf(reloadTab(text, { speed: 60 })).clock.speed).toBe(60);
});

it('a snapshot that was restored in the tab keeps its own settings', async () => {
  const elsewhere = createDeckhand({ seed: 7, scenario: 'instant' });
  const before = createDeckhand();
  before.workspace('ws_dev').restore(elsewhere.workspace('ws_dev').snapshot());
  const after = reloadTab(saveTab(before), { scenario: 'no-progress', speed: 9 }, (deckhand) =>
    deckhand.workspace('ws_dev').useScenario('timeout-failure'),
  );
  const one = after.workspace('ws_dev').startJob({ prompt: 'Boats' });
  const other = elsewhere.workspace('ws_dev').startJob({ prompt: 'Boats' });
  expect([one.generation_id, one.status_response.status]).toEqual([other.generation_id, 'completed']);
  expect(infoOf(after).clock.speed).toBe(1);
});

it.each(['', '{"format":"deckhand-snapshot","version":3}'])(
  'an invalid state changes nothing: %s',
  async (text) => {
    const deckhand = createDeckhand();
    deckhand.workspace('ws_dev').useScenario('instant');
    expect(() => restoreTabState(deckhand, text)).toThrow(/not JSON|another version/);
    expect(infoOf(deckhand).scenario).toBe('instant');
  },
);
