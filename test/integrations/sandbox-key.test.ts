import { describe, expect, it } from 'vitest';
import { sandboxKey } from '../../src/integrations/sandbox-request.js';
import { toSandboxId } from '../../src/service/store/registry.js';

describe('the key of a test', () => {
  it.each([
    ['shows the deck', 'sandbox-shows-the-deck'],
    ['  "Retry-After": 5s… ', 'sandbox-retry-after-5s'],
    ['発表', 'sandbox-test'],
    ['', 'sandbox-test'],
  ])('is readable, and opens a sandbox: "%s"', (title, key) => {
    expect(sandboxKey(title)).toBe(key);
    expect(toSandboxId(key)).toBeDefined();
  });

  it('is a valid key, and differs between tests with the same title', () => {
    const keys = [sandboxKey('a '.repeat(500), 'b21c6a3f90de'), sandboxKey('a '.repeat(500), 2)];
    expect(new Set(keys).size).toBe(2);
    expect(keys.map(toSandboxId)).not.toContain(undefined);
  });

  it('differs from the key of a test whose title ends like the mark', () => {
    expect(sandboxKey('shows 2')).not.toBe(sandboxKey('shows', 2));
  });
});
