import { describe, expect, it } from 'vitest';
import { compileScenarioText } from '../../src/scenario/compile-text.js';
import { completingScenario, compileOrThrow } from './test-scenarios.js';

const read = (text: string) => compileScenarioText({ name: 'test', file: 'scenarios/test.yaml', text });

/** The errors of a text, as the terminal shows them. */
function errorsOf(text: string): string[] {
  const parsed = read(text);
  return 'errors' in parsed ? parsed.errors.map((error) => error.format()) : [];
}

const HEAD = 'title: A scenario\ndescription: For a test.\n';
const GOOD = `${HEAD}steps:\n  - complete:\n`;

describe('a scenario file', () => {
  it('is YAML', () => {
    expect(read(GOOD)).toEqual({
      timeline: compileOrThrow(completingScenario()),
      document: completingScenario(),
    });
  });

  it.each([
    ['is JSON', JSON.stringify(completingScenario())],
    ['has Windows line breaks', GOOD.replaceAll('\n', '\r\n')],
    ['begins with a byte order mark', `\ufeff${GOOD}`],
    ['has the version of another YAML', `%YAML 1.1\n---\n${GOOD}`],
  ])('%s', (_, text) => {
    const parsed = read(text);
    expect(errorsOf(text)).toEqual([]);
    expect('document' in parsed && parsed.document).toEqual(completingScenario());
  });

  it.each([
    ['a date', '!!timestamp 2026-01-15', '2026-01-15'],
    ['bytes', '!!binary aGVsbG8=', 'aGVsbG8='],
    ['a set', '!!set { one, two }', { one: null, two: null }],
    ['an ordered map', '!!omap [one: 1]', [{ one: 1 }]],
  ])('has a JSON value for %s', (_, text, value) => {
    const parsed = read(`${HEAD}steps:\n  - complete: { presentation: { field: ${text} } }\n`);
    expect('document' in parsed && parsed.document.steps[0]?.complete?.presentation).toEqual({
      field: value,
    });
  });
});
