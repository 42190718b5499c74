import { describe, expect, it } from 'vitest';
import fc from '../fast-check.js';
import { generateSections, titleFromPrompt } from '../../src/service/generate-deck.js';

const OUTLINE = ['The problem', 'Our answer', 'The plan'];

describe('a title', () => {
  it.each([
    ['A pitch for electric harbour taxis', 'A pitch for electric harbour taxis'],
    ['Create a presentation about the history of tea', 'The history of tea'],
    ['Create a presentation about tea\nAudience: students\nTone: friendly', 'Tea'],
    ['[scenario: rate-limited] A lesson about tides', 'A lesson about tides'],
    ['做一个关于气候变化的演示文稿', '做一个关于气候变化的演示文稿'],
    ['Create a presentation', 'A presentation'],
  ])('of %j is %j', (prompt, title) => {
    expect(titleFromPrompt(prompt)).toBe(title);
  });

  it.each(['', '[scenario: happy-path]', '?'])('cannot be made from %j', (prompt) => {
    expect(titleFromPrompt(prompt)).toBeUndefined();
  });

  it('of a long prompt ends after a word, with an ellipsis', () => {
    const title = titleFromPrompt('electric taxis '.repeat(40));
    expect(title).toBe(`${'Electric taxis electric taxis electric taxis electric taxis electric taxis'}…`);
  });

  it('is one line of 1 to 80 characters for any prompt, and the same every time', () => {
    const words = fc.array(
      fc.constantFrom('create', 'a', 'deck', 'about', '.', '\n', '🚢', ',', '[scenario: x]', 'é'),
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'grapheme' }),
          words.map((list) => list.join(' ')),
        ),
        (prompt) => {
          const title = titleFromPrompt(prompt);
          expect(titleFromPrompt(prompt)).toBe(title);
          if (title === undefined) return;
          expect(title).toMatch(/^[^\n\r]+$/u);
          expect(title.trim()).toBe(title);
          expect([...title].length).toBeLessThanOrEqual(80);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('the sections of a deck', () => {
  it('follow the outline, from a title to a closing', () => {
    const sections = generateSections(OUTLINE, 3, 'Tides', 1);
    expect(sections.map(({ title }) => title)).toEqual(OUTLINE);
    expect(sections.map(({ id }) => id)).toEqual(['s1', 's2', 's3']);
    expect(sections[0]?.layout).toBe('title');
    expect(sections[2]?.layout).toBe('closing');
  });

  it('are the same for a seed, and others for another seed', () => {
    expect(generateSections(OUTLINE, 12, 'Tides', 1)).toEqual(generateSections(OUTLINE, 12, 'Tides', 1));
    expect(generateSections(OUTLINE, 12, 'Tides', 1)).not.toEqual(generateSections(OUTLINE, 12, 'Tides', 2));
  });

  it.each([['Electric taxis', 'electric taxis']])('of %j are about %j', (title, topic) => {
    const bullets = generateSections(OUTLINE, 200, title, 1).flatMap((section) => section.bullets);
    expect(bullets).toContain(`What ${topic} changes, in one sentence`);
    expect(bullets.join('\n').replaceAll(topic, '')).not.toContain('{topic}');
  });
});
