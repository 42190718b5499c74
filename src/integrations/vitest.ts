/** `deckhand/vitest`: Vitest's `test` with a sandbox for each test, and the rules of the contract as tests. */
import type { OperationId } from '../generated/routes.js';
import type { ClientRulesOptions } from './client-rules-assertion.js';
import type { ReceivedRequestOptions } from './received-assertion.js';
import type { AnyWorkspace } from '../app/remote-workspace.js';

export type { ClientRulesOptions };
export { describeContract, type DescribeContractOptions } from './vitest/describe-contract.js';
export { test, type DeckhandFileFixtures, type DeckhandTestFixtures } from './vitest/test.js';
export type { VitestDeckhandOptions } from './vitest/file-mock-server.js';
export type { VitestSandbox } from './vitest/sandbox.js';
export type { VitestClock } from './vitest/clock.js';

declare module 'vitest' {
  interface Matchers<T> {
    /** Checks that the sandbox received requests of an operation: how many, with which status, job and body fields. */
    toHaveReceived: T extends AnyWorkspace
      ? (operation: OperationId, options?: ReceivedRequestOptions) => Promise<void>
      : never;
    /**
     * Checks that the clients of this workspace follow the client rules of the specification (3, 4.5, 5, 7). Options ignore rules
     * by id, and set the minimum poll interval.
     */
    toFollowClientRules: T extends AnyWorkspace ? (options?: ClientRulesOptions) => Promise<void> : never;
  }
}
