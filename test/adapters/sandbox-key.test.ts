import { describe, expect, it } from 'vitest';
import { sandboxKey } from '../../src/adapters/sandbox-key.js';
import { sandboxIdOf } from '../../src/store/sandboxes.js';

describe('the key of a test', () => {
  it.each([
    ['shows the deck', 'sandbox-shows-the-deck'],
    ['  "Retry-After": 5s… ', 'sandbox-retry-after-5s'],
    ['Präsentation ∅', 'sandbox-pr-sentation'],
    ['発表', 'sandbox-test'],
    ['', 'sandbox-test'],
    ['../../etc', 'sandbox-etc'],
  ])('is readable, and one that opens a sandbox: "%s"', (title, key) => {
    expect(sandboxKey(title)).toBe(key);
    expect(sandboxIdOf(key)).toBeDefined();
  });

  it('stays within what a key may have, and tells tests of one title apart', () => {
    const keys = [sandboxKey('a '.repeat(500), 'b21c6a3f90de'), sandboxKey('a '.repeat(500), 2)];
    expect(new Set(keys).size).toBe(2);
    expect(keys.map(sandboxIdOf)).not.toContain(undefined);
  });

  it('is not that of a test whose title ends like the mark', () => {
    expect(sandboxKey('shows 2')).not.toBe(sandboxKey('shows', 2));
  });
});
