/** The `test` of a project: that of Deckhand with a fixture of its own. */
import {
  expect,
  test as base,
  type ClientRulesOptions,
  type DeckhandFixtures,
  type DeckhandTestOptions,
  type OverrideResponse,
  type PlaywrightClock,
  type PlaywrightSandbox,
  type ToHaveReceivedOptions,
} from 'deckhand/playwright';

export const options: Partial<DeckhandTestOptions> = {
  deckhandOptions: { scenario: 'instant' },
  deckhandScenario: 'timeout-failure',
};

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

const accepted: OverrideResponse<'startGeneration'> = {
  json: {
    generation_id: 'gen_1',
    status: 'generating',
    poll_url: '/api/v1/presentations/generate/gen_1/status',
  },
};

export async function overrideStart(deckhand: PlaywrightSandbox): Promise<void> {
  await deckhand.override('startGeneration', accepted);
  await deckhand.override('startGeneration', { status: 503 });
  await deckhand.override('startGeneration', { json: { id: 7 }, violates: true });
  // @ts-expect-error: it is not the documented response, and does not say so
  await deckhand.override('startGeneration', { json: { id: 7 } });
  await deckhand.override('startGeneration', null);
}
