import { describe, expect, it } from 'vitest';
import fc from '../fast-check.js';
import { makeSections, titleFromPrompt, writtenSections } from '../../src/service/deck.js';

const OUTLINE = ['The problem', 'Our answer', 'The plan'];

describe('a title', () => {
  it.each([
    ['A pitch for electric harbour taxis', 'A pitch for electric harbour taxis'],
    ['Create a presentation about the history of tea', 'The history of tea'],
    ['Please make a 10-slide deck on Kubernetes for beginners', 'Kubernetes for beginners'],
    ['Can you please generate slides about remote work?', 'Remote work'],
    ['Could you draft a short talk on sleep', 'Sleep'],
    ['I need a presentation for the board meeting on Friday', 'The board meeting on Friday'],
    ['write me a quick slide deck of our wins', 'Our wins'],
    ['Show me the roadmap for 2027!', 'The roadmap for 2027'],
    ['quarterly results 2026', 'Quarterly results 2026'],
    ['Give me an overview of the EU AI Act', 'An overview of the EU AI Act'],
    ['Build a deck about our new onboarding flow. Use lots of charts.', 'Our new onboarding flow'],
    ['Create a presentation about tea\nAudience: students\nTone: friendly', 'Tea'],
    ['Sales in spring\r\nwith figures', 'Sales in spring'],
    ['[scenario: rate-limited] A lesson about tides', 'A lesson about tides'],
    ['A lesson about tides [scenario:asks-twice]', 'A lesson about tides'],
    ['Version 2.0 of our API', 'Version 2.0 of our API'],
    ['Prepare the slide deck for node.js performance', 'Node.js performance'],
    ['  too   many\tspaces  ', 'Too many spaces'],
    ['Bees, wasps, and hornets:', 'Bees, wasps, and hornets'],
    ['Save $$$ with $& and $1', 'Save $$$ with $& and $1'],
    ['Draft slides on tax & <b>benefits</b>', 'Tax & <b>benefits</b>'],
    ['ökologischer Landbau in Österreich', 'Ökologischer Landbau in Österreich'],
    ['презентация о морских такси', 'Презентация о морских такси'],
    ['做一个关于气候变化的演示文稿', '做一个关于气候变化的演示文稿'],
    ['عرض تقديمي عن الطاقة الشمسية', 'عرض تقديمي عن الطاقة الشمسية'],
    ['インド料理の歴史', 'インド料理の歴史'],
    ['🚢 harbour taxis', '🚢 harbour taxis'],
    ['👩‍👩‍👧‍👦 family budgeting', '👩‍👩‍👧‍👦 family budgeting'],
    ['𝒶 scripted letter', '𝒶 scripted letter'],
    ['Create a presentation', 'A presentation'],
    ['Create', 'Create'],
  ])('of %j is %j', (prompt, title) => {
    expect(titleFromPrompt(prompt)).toBe(title);
  });

  it.each(['', '   ', '\n\n', '[scenario: happy-path]', ' [scenario: a] [scenario: b] ', '?', '. . .'])(
    'cannot be made from %j',
    (prompt) => {
      expect(titleFromPrompt(prompt)).toBeUndefined();
    },
  );

  it('of a long prompt ends after a word, with an ellipsis', () => {
    const title = titleFromPrompt('electric taxis '.repeat(40));
    expect(title).toBe(`${'Electric taxis electric taxis electric taxis electric taxis electric taxis'}…`);
  });

  it('ends within a word when the word is longer than a title', () => {
    expect(titleFromPrompt('x'.repeat(200))).toBe(`X${'x'.repeat(78)}…`);
  });

  it('never ends within an emoji', () => {
    expect([...(titleFromPrompt('🚢'.repeat(200)) ?? '')]).toEqual([
      ...new Array<string>(79).fill('🚢'),
      '…',
    ]);
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

  it('is read from the longest prompt in linear time, whatever it contains', () => {
    const began = process.cpuUsage();
    for (const unit of [',', ' ', '.', 'a ', '[scenario:', 'please ', '10-slide ', 'a-', '\t,']) {
      const prompt = `${unit.repeat(8000 / unit.length)}x`;
      for (let round = 0; round < 5; round += 1) titleFromPrompt(prompt);
    }
    // Milliseconds when the time grows linearly, seconds when it grows with the square.
    expect(process.cpuUsage(began).user / 1000).toBeLessThan(400);
  });
});

describe('the sections of a deck', () => {
  it('follow the outline, from a title to a closing', () => {
    const sections = makeSections(OUTLINE, 3, 'Tides', 1);
    expect(sections.map(({ title }) => title)).toEqual(OUTLINE);
    expect(sections.map(({ id }) => id)).toEqual(['s1', 's2', 's3']);
    expect(sections[0]?.layout).toBe('title');
    expect(sections[2]?.layout).toBe('closing');
  });

  it('repeat the outline when it is too short', () => {
    expect(makeSections(OUTLINE, 7, 'Tides', 1).map(({ title }) => title)).toEqual([
      ...OUTLINE,
      ...OUTLINE.map((heading) => `${heading} (2)`),
      'The problem (3)',
    ]);
  });

  it('have the title as their heading without an outline', () => {
    expect(makeSections([], 2, 'Tides', 1).map(({ title }) => title)).toEqual(['Tides', 'Tides (2)']);
  });

  it('are empty when the scenario wants none', () => {
    expect(makeSections(OUTLINE, 0, 'Tides', 1)).toEqual([]);
  });

  it('are the same for a seed, and others for another seed', () => {
    expect(makeSections(OUTLINE, 12, 'Tides', 1)).toEqual(makeSections(OUTLINE, 12, 'Tides', 1));
    expect(makeSections(OUTLINE, 12, 'Tides', 1)).not.toEqual(makeSections(OUTLINE, 12, 'Tides', 2));
  });

  it.each([
    ['Electric taxis', 'electric taxis'],
    ['A pitch for Electric taxis', 'electric taxis'],
    ['AI in schools', 'AI in schools'],
    ['An overview of NATO', 'NATO'],
    ['Save $& and $$', 'save $& and $$'],
    ['{topic} squared', '{topic} squared'],
    ['A pitch for ', 'A pitch for '],
    [' ', ' '],
  ])('of %j are about %j', (title, topic) => {
    const bullets = makeSections(OUTLINE, 200, title, 1).flatMap((section) => section.bullets);
    expect(bullets).toContain(`What ${topic} changes, in one sentence`);
    expect(bullets.join('\n').replaceAll(topic, '')).not.toContain('{topic}');
  });

  it('have ids of their own, and text on each', () => {
    const sections = makeSections(OUTLINE, 500, 'Tides', 1);
    expect(new Set(sections.map(({ id }) => id)).size).toBe(500);
    for (const { bullets } of sections) {
      expect(bullets.length).toBeGreaterThan(0);
      expect(new Set(bullets).size).toBe(bullets.length);
    }
  });

  it('can be made from any title', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', minLength: 1 }),
        fc.nat(20),
        fc.nat(),
        (title, count, seed) => {
          expect(makeSections(OUTLINE, count, title, seed)).toHaveLength(count);
        },
      ),
    );
  });
});

describe('sections from a scenario', () => {
  it('stay as they are, with missing fields filled in', () => {
    expect(writtenSections([{ title: 'One' }, { title: '', layout: 'quote', bullets: ['<b>', ''] }])).toEqual(
      [
        { id: 's1', title: 'One', layout: 'bullets', bullets: [] },
        { id: 's2', title: '', layout: 'quote', bullets: ['<b>', ''] },
      ],
    );
  });
});
