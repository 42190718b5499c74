import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { LEAST_NODE, needNode } from '../../src/cli/need-node.js';

test('the needed Node is that of the package', () => {
  expect(manifest.engines.node).toBe(`>=${LEAST_NODE}`);
});

test.each(['18.20.4', '20.18.3'])('Node %s is refused, with the version that is needed', (version) => {
  expect(needNode(version)).toMatch(
    new RegExp(`^Node ${version} is too old\\. Deckhand needs Node ${LEAST_NODE} or newer\\.\n`),
  );
});

test.each(['20.19.0', '22.0.0', '24.1.0'])('Node %s can run it', (version) => {
  expect(needNode(version)).toBeUndefined();
});
