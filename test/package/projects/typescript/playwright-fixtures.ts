/** The `test` of a project: that of Deckhand with a fixture of its own. */
import {
  expect,
  test as base,
  type ClientRulesOptions,
  type DeckhandFixtures,
  type DeckhandTestOptions,
  type PlaywrightClock,
  type PlaywrightSandbox,
  type ToHaveReceivedOptions,
} from 'deckhand/playwright';

export const options: Partial<DeckhandTestOptions> = { deckhandOptions: { scenario: 'instant' } };

interface Fixtures {
  readonly started: PlaywrightSandbox;
}

export const test = base.extend<Fixtures>({
  started: async ({ deckhand }: DeckhandFixtures, use) => {
    await deckhand.startJob({ prompt: 'Harbour taxis' });
    await use(deckhand);
  },
});

export const minutes = (clock: PlaywrightClock, count: number): Promise<void> => clock.runFor(`${count}m`);

export async function expectOneStart(
  deckhand: PlaywrightSandbox,
  received: ToHaveReceivedOptions = {},
  rules: ClientRulesOptions = {},
): Promise<void> {
  await expect(deckhand).toHaveReceived('startGeneration', { times: 1, ...received });
  await expect(deckhand).toFollowClientRules(rules);
}
