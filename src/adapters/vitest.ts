/**
 * `deckhand/vitest`: vitest's `test` with a sandbox of the stand-in for each test, and the contract as tests of one's own.
 */
export { describeContract, type DescribeContractOptions } from './vitest/describe-contract.js';
export { test, type FileFixtures, type TestFixtures } from './vitest/test.js';
export type { FileOptions } from './vitest/file-stand-in.js';
export type { TestDeckhand } from './vitest/test-deckhand.js';
