import { expect, test } from 'vitest';
import fc from '../../fast-check.js';
import { sanitizeText, reporters } from '../../../src/judge/index.js';
import { truncateValue } from '../../../src/judge/report/truncate.js';
import { hostileReport } from './hostile.js';
import { baseline, fail, pass, notCovered } from './samples.js';

const raw = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/;
const any = fc.string({ unit: 'binary', maxLength: 60 });

test('no output contains a control character, a lone surrogate or a reordering mark', () => {
  for (const report of [pass, fail, notCovered, baseline, hostileReport]) {
    for (const reporter of Object.values(reporters)) {
      const text = reporter(report);
      expect(text).not.toMatch(raw);
      expect(text).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/);
    }
  }
});

test('a neutral string is one line of visible characters and does not change again', () => {
  fc.assert(
    fc.property(any, (text) => {
      const once = sanitizeText(text);
      expect(once).not.toMatch(raw);
      expect(once).not.toMatch(/##[a-z]*\[/i);
      expect(once).not.toContain('\n');
      expect(sanitizeText(once)).toBe(once);
    }),
  );
});

test('letters, emoji and combined characters do not change', () => {
  for (const text of ['Präsentation', 'שלום', '日本語', '🚢', 'e\u0301', '# heading', '[deckhand check]']) {
    expect(sanitizeText(text)).toBe(text);
  }
});

test('JSON that is safe to print equals the report', () => {
  for (const report of [pass, fail, notCovered, baseline, hostileReport]) {
    expect(JSON.parse(reporters.json(report))).toEqual(JSON.parse(JSON.stringify(report)));
  }
});

test('a value of any size becomes a bounded one', () => {
  const wide = Object.fromEntries(
    Array.from({ length: 1000 }, (_, index) => [`field ${index}`, 'x'.repeat(1000)]),
  );
  const deep = Array.from({ length: 100 }).reduce<unknown>((inner) => [inner, wide, wide], wide);
  for (const value of [wide, deep, 'x'.repeat(1_000_000), Array.from({ length: 100_000 }, () => deep)]) {
    expect(JSON.stringify(truncateValue(value)).length).toBeLessThan(3000);
  }
});
