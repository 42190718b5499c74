import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { MIN_NODE_VERSION, unsupportedNodeMessage } from '../../src/cli/node-version.js';

test('the minimum version of Node is that of the package', () => {
  expect(manifest.engines.node).toBe(`>=${MIN_NODE_VERSION}`);
});

test.each(['18.20.4', '20.18.3'])('Node %s is rejected, with the required version', (version) => {
  expect(unsupportedNodeMessage(version)).toMatch(
    new RegExp(`^Node ${version} is too old\\. Deckhand requires Node ${MIN_NODE_VERSION} or newer\\.\n`),
  );
});

test.each(['20.19.0', '22.0.0', '24.1.0'])('Node %s can run it', (version) => {
  expect(unsupportedNodeMessage(version)).toBeUndefined();
});
