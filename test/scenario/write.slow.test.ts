import { describe, expect, it } from 'vitest';
import fc from '../fast-check.js';
import { parseScenario } from '../../src/scenario/parse.js';
import { writeScenario } from '../../src/scenario/write.js';
import { arbitraryScenario } from './arbitrary-scenario.js';

describe('a written scenario', () => {
  it('parses to the same scenario', () => {
    fc.assert(
      fc.property(arbitraryScenario, (scenario) => {
        const text = writeScenario(scenario);
        const read = parseScenario({ name: 'written', file: 'written.yaml', text });
        expect('errors' in read ? read.errors.map((error) => error.format()) : read.document).toEqual(
          scenario,
        );
      }),
      { numRuns: 300 },
    );
  });
});
