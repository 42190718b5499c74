import { describe, expect, it } from 'vitest';
import fc from '../fast-check.js';
import { parseScenario } from '../../src/scenario/parse.js';
import { writeScenario } from '../../src/scenario/write.js';
import { arbitraryScenario } from './arbitrary-scenario.js';
import { story } from './documents.js';

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

  it('is readable YAML', () => {
    const long = 'A question of many words, in a line that is too long to read. '.repeat(3).trim();
    const text = writeScenario(
      story({
        description: 'Two\nlines\n',
        steps: [
          { work: { for: '2s', tokens: '0..30', current_step: 'Slide {slide}: text' } },
          { ask: { message: long, wait: '3s', otherwise: 'continue' } },
          { stay: null },
        ],
        faults: [{ on: 'getGenerationStatus', requests: 3, answer: { status: 429, retry_after: '2s' } }],
      }),
    );
    expect(text).toBe(`title: A story
description: |
  Two
  lines
steps:
  - work: { for: 2s, tokens: 0..30, current_step: 'Slide {slide}: text' }
  - ask:
      message: ${long}
      wait: 3s
      otherwise: continue
  - stay:
faults:
  - { on: getGenerationStatus, requests: 3, answer: { status: 429, retry_after: 2s } }
`);
  });
});
