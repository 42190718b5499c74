import { describe, expect, it } from 'vitest';
import { buildSandboxKey } from '../../src/integrations/sandbox-key.js';
import { toSandboxId } from '../../src/service/store/registry.js';

describe('the key of a test', () => {
  it.each([
    ['shows the deck', 'sandbox-shows-the-deck'],
    ['  "Retry-After": 5s… ', 'sandbox-retry-after-5s'],
    ['発表', 'sandbox-test'],
    ['', 'sandbox-test'],
  ])('is readable, and opens a sandbox: "%s"', (title, key) => {
    expect(buildSandboxKey(title)).toBe(key);
    expect(toSandboxId(key)).toBeDefined();
  });

  it('is a valid key, and differs between tests with the same title', () => {
    const keys = [buildSandboxKey('a '.repeat(500), 'b21c6a3f90de'), buildSandboxKey('a '.repeat(500), 2)];
    expect(new Set(keys).size).toBe(2);
    expect(keys.map(toSandboxId)).not.toContain(undefined);
  });

  it('differs from the key of a test whose title ends like the suffix', () => {
    expect(buildSandboxKey('shows 2')).not.toBe(buildSandboxKey('shows', 2));
  });
});
