/** The `test` of a project: that of Deckhand with options of its own; and the contract of a service as tests. */
import {
  describeContract,
  test as base,
  type ClientRulesOptions,
  type DeckhandFileFixtures,
  type DeckhandTestFixtures,
  type DescribeContractOptions,
  type VitestClock,
  type VitestDeckhandOptions,
  type VitestSandbox,
} from 'deckhand/vitest';
import { expect } from 'vitest';

const deckhandOptions: VitestDeckhandOptions = { origin: 'https://api.example.com' };

export const test = base.extend({ deckhandOptions });

type Shared = Pick<DeckhandFileFixtures, 'sharedDeckhand'>;
export const addWorkspace = ({ sharedDeckhand }: Shared): Promise<void> =>
  sharedDeckhand.arrange(({ workspace }) => void workspace.create({ id: 'ws_acme', name: 'Acme' }));

type Own = Pick<DeckhandTestFixtures, 'deckhand'>;
export const rejectNextStart = ({ deckhand }: Own): void =>
  void deckhand.addFault({ operation: 'startGeneration', response: { status: 429 } });

export const minutes = (clock: VitestClock, count: number): Promise<void> => clock.runFor(`${count}m`);

export async function expectPolite(deckhand: VitestSandbox, rules: ClientRulesOptions = {}): Promise<void> {
  await expect(deckhand).toFollowClientRules({ timersFollowClock: true, ...rules });
}

export function describeDeployment(options: Partial<DescribeContractOptions> = {}): void {
  const { DECK_API_URL: baseUrl, DECK_API_KEY: apiKey } = process.env;
  if (baseUrl !== undefined && apiKey !== undefined) describeContract({ baseUrl, apiKey, ...options });
}
