import { describe, expect, it } from 'vitest';
import { findFileNameIssue, isScenarioName } from '../../src/scenario/scenario-name.js';

const CHARACTERS = 'must have 1 to 64 lowercase letters, digits and hyphens';

describe('the name of a scenario file', () => {
  it.each(['', '../evil', 'my name!', 'Mine', '-mine', 'mine.yaml', 'x'.repeat(65)])(
    'has other characters: %j',
    (name) => expect(findFileNameIssue(name)).toBe(CHARACTERS),
  );

  it.each(['con', 'Con', 'LPT9'])('is reserved by Windows: %s', (name) =>
    expect(findFileNameIssue(name)).toBe(`must not be ${name}, which Windows reserves for a device`),
  );

  it.each(['a', 'my-scenario', 'console', 'com10', 'x'.repeat(64)])('is valid: %s', (name) => {
    expect(findFileNameIssue(name)).toBe('');
    expect(isScenarioName(name)).toBe(true);
  });

  it('can be the name of a scenario without a file, also if Windows reserves it', () =>
    expect(isScenarioName('con')).toBe(true));
});
