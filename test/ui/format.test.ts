import { describe, expect, it } from 'vitest';
import { formatAgo, formatDuration, startSentence } from '../../src/ui/format.js';

describe('a duration', () => {
  it.each([
    [0, '0 ms'],
    [999.6, '1 s'],
    [2_710, '2.7 s'],
    [9_950, '10 s'],
    [59_500, '1m'],
    [599_900, '10m'],
    [7_500_000, '2h 5m'],
    [48 * 3_600_000, '2 days'],
  ])('of %d milliseconds is %s', (milliseconds, text) => {
    expect(formatDuration(milliseconds)).toBe(text);
  });
});

describe('the time since an event', () => {
  it.each([
    [999, 'just now'],
    [1_000, '1 s ago'],
    [59_999, '59 s ago'],
    [61_000, '1m 1s ago'],
  ])('%d milliseconds is %s', (milliseconds, text) => {
    expect(formatAgo(milliseconds)).toBe(text);
  });
});

describe('a message at the start of a sentence', () => {
  it.each([
    ['the client polled', 'The client polled'],
    ['is not valid YAML', 'Is not valid YAML'],
    ['has a second document', 'Has a second document'],
    ['steps[0].generate.for must be a time', 'steps[0].generate.for must be a time'],
    ['title must be a string', 'title must be a string'],
    ['isPublic must be a boolean', 'isPublic must be a boolean'],
  ])('%s becomes %s', (message, text) => {
    expect(startSentence(message)).toBe(text);
  });
});
