/** `deckhand/vitest`: vitest's `test` with a sandbox for each test, and the contract as your own tests. */
import type { OperationId } from '../generated/routes.js';
import type { BehavedOptions } from './behaved.js';
import type { ReceivedNowOptions } from './received.js';
import type { AnyWorkspace } from '../app/remote-workspace.js';

export type { BehavedOptions };
export { describeContract, type DescribeContractOptions } from './vitest/describe-contract.js';
export { test, type FileFixtures, type TestFixtures } from './vitest/test.js';
export type { FileOptions } from './vitest/file-mock-server.js';
export type { TestDeckhand } from './vitest/test-deckhand.js';

declare module 'vitest' {
  interface Matchers<T> {
    /** Checks that the sandbox received requests of an operation: how many, with which status, job and body. */
    toHaveReceived: T extends AnyWorkspace
      ? (operation: OperationId, options?: ReceivedNowOptions) => Promise<void>
      : never;
    /**
     * Checks that the clients of this workspace follow the rules that the interface gives to clients (3, 4.5, 5, 7). Returns
     * a promise. Options exclude rules by id, and set the limit of a tight loop.
     */
    toHaveBehaved: T extends AnyWorkspace ? (options?: BehavedOptions) => Promise<void> : never;
  }
}
