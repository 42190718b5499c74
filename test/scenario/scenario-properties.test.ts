import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import fc from '../fast-check.js';
import { compileScenarioText } from '../../src/scenario/compile-text.js';
import { arbitraryScenario } from './arbitrary-scenario.js';
import { compileOrThrow } from './test-scenarios.js';

const read = (text: string) => compileScenarioText({ name: 'test', file: 'test.yaml', text });

describe('any valid scenario', () => {
  it('means the same as YAML and as JSON', () => {
    fc.assert(
      fc.property(arbitraryScenario, (document) => {
        const expected = { document, timeline: compileOrThrow(document) };
        expect(read(JSON.stringify(document, undefined, 2))).toEqual(expected);
        expect(read(stringify(document))).toEqual(expected);
      }),
      { numRuns: 30 },
    );
  });
});

describe('any text', () => {
  it('parses, or has errors with a position inside the text', () => {
    const fragment = fc.constantFrom(
      'title: ',
      'A',
      '\n',
      '  ',
      '- ',
      'steps:',
      '{',
      '}',
      '[',
      ']',
      '&a ',
      '*a',
      '"',
      "'",
      '#',
      ': ',
      '\t',
      '|\n',
      '? ',
      '!!str ',
      '---\n',
      '\u0000',
      '\ufeff',
      '<<: ',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(fragment, { maxLength: 30 }).map((parts) => parts.join('')),
          fc.string(),
        ),
        (text) => {
          const parsed = read(text);
          if (!('errors' in parsed)) return;
          const lines = text.split(/\r\n|\r|\n/);
          for (const { position } of parsed.errors) {
            expect(position?.line).toBeGreaterThanOrEqual(1);
            expect(position?.line).toBeLessThanOrEqual(lines.length);
            expect(position?.column).toBeGreaterThanOrEqual(1);
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});
