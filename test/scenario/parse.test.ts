import { describe, expect, it } from 'vitest';
import { parseScenario } from '../../src/scenario/parse.js';
import { story, timelineOf } from './documents.js';

const read = (text: string) => parseScenario({ name: 'story', file: 'stories/story.yaml', text });

/** The errors of a text, as the terminal shows them. */
function errorsOf(text: string): string[] {
  const parsed = read(text);
  return 'errors' in parsed ? parsed.errors.map((error) => error.format()) : [];
}

const HEAD = 'title: A story\ndescription: For a test.\n';
const GOOD = `${HEAD}steps:\n  - complete:\n`;

describe('a scenario file', () => {
  it('is YAML', () => {
    expect(read(GOOD)).toEqual({ timeline: timelineOf(story()), document: story() });
  });

  it.each([
    ['is JSON', JSON.stringify(story())],
    ['has Windows line breaks', GOOD.replaceAll('\n', '\r\n')],
    ['begins with a byte order mark', `\ufeff${GOOD}`],
  ])('%s', (_, text) => {
    const parsed = read(text);
    expect(errorsOf(text)).toEqual([]);
    expect('document' in parsed && parsed.document).toEqual(story());
  });
});
