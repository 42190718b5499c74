/**
 * `deckhand/vitest`: vitest's `test` with a sandbox of the stand-in for each test, and the contract as tests of one's own.
 */
import type { BehavedOptions } from './behaved.js';
import type { WorkspaceVerbs } from '../app/workspace-verbs.js';

export type { BehavedOptions };
export { describeContract, type DescribeContractOptions } from './vitest/describe-contract.js';
export { test, type FileFixtures, type TestFixtures } from './vitest/test.js';
export type { FileOptions } from './vitest/file-stand-in.js';
export type { TestDeckhand } from './vitest/test-deckhand.js';

declare module 'vitest' {
  interface Matchers<T> {
    /**
     * The clients of this workspace kept to the rules that the interface gives to clients (3, 4.5, 5, 7): to be awaited.
     * A rule can be excepted by its id, and the bound of a tight loop be set.
     */
    toHaveBehaved: T extends WorkspaceVerbs ? (options?: BehavedOptions) => Promise<void> : never;
  }
}
