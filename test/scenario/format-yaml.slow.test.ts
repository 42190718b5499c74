import { describe, expect, it } from 'vitest';
import fc from '../fast-check.js';
import { compileScenarioText } from '../../src/scenario/compile-text.js';
import { formatScenario } from '../../src/scenario/format-yaml.js';
import { arbitraryScenario } from './arbitrary-scenario.js';

describe('a formatted scenario', () => {
  it('parses to the same scenario', () => {
    fc.assert(
      fc.property(arbitraryScenario, (scenario) => {
        const text = formatScenario(scenario);
        const read = compileScenarioText({ name: 'written', file: 'written.yaml', text });
        expect('errors' in read ? read.errors.map((error) => error.format()) : read.document).toEqual(
          scenario,
        );
      }),
      { numRuns: 300 },
    );
  });
});
