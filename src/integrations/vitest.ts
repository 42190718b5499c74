/** `deckhand/vitest`: vitest's `test` with a sandbox for each test, and the contract as your own tests. */
import type { OperationId } from '../generated/routes.js';
import type { ClientRulesOptions } from './client-rules-assertion.js';
import type { ReceivedRequestOptions } from './received-assertion.js';
import type { AnyWorkspace } from '../app/remote-workspace.js';

export type { ClientRulesOptions };
export { describeContract, type DescribeContractOptions } from './vitest/describe-contract.js';
export { test, type DeckhandFileFixtures, type DeckhandTestFixtures } from './vitest/test.js';
export type { VitestDeckhandOptions } from './vitest/file-mock-server.js';
export type { VitestSandbox } from './vitest/sandbox.js';

declare module 'vitest' {
  interface Matchers<T> {
    /** Checks that the sandbox received requests of an operation: how many, with which status, job and body. */
    toHaveReceived: T extends AnyWorkspace
      ? (operation: OperationId, options?: ReceivedRequestOptions) => Promise<void>
      : never;
    /**
     * Checks that the clients of this workspace follow the rules that the interface gives to clients (3, 4.5, 5, 7). Returns
     * a promise. Options exclude rules by id, and set the limit of a tight loop.
     */
    toFollowClientRules: T extends AnyWorkspace ? (options?: ClientRulesOptions) => Promise<void> : never;
  }
}
