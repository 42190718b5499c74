import { describe, expect, it } from 'vitest';
import { compileScenarioObject, parseScenarioObject } from '../../src/scenario/compile-object.js';
import { UserError } from '../../src/base/user-error.js';
import { issuesOf, scenarioOfSteps, completingScenario } from './test-scenarios.js';

describe('a scenario given as an object', () => {
  it('is rejected with every issue in one error', () => {
    const invalid = { ...scenarioOfSteps({ generate: { for: '5' } }, { complete: null }), title: 5 };
    const parse = () => parseScenarioObject('invalid', invalid);
    expect(parse).toThrow(UserError);
    expect(parse).toThrow(
      /^scenario invalid: .*title must be a string.*; .*steps\[0\]\.generate\.for must be a time/,
    );
  });

  it.each(['', 'Happy', 'a_b', 'x'.repeat(65)])('cannot have the name %j', (name) => {
    expect(issuesOf(completingScenario(), name)).toEqual([
      expect.stringContaining('use lowercase letters, digits and hyphens'),
    ]);
  });

  it.each(['a', 'x'.repeat(64)])('can have the name %j', (name) => {
    expect(issuesOf(completingScenario(), name)).toEqual([]);
  });

  it.each([undefined, null, [], () => 1])('cannot be %s', (value) => {
    expect(compileScenarioObject('test', value)).toHaveProperty('issues');
  });
});
