import { expect, test } from 'vitest';
import { phaseText } from '../../../src/learn/pace/phase-text.js';

test.each([
  ['Writing slide 3 of 8', 2, 8, 'Writing slide {slide} of {slides}'],
  ['Writing slide 8 of 8', 7, 8, 'Writing slide {slide} of {slides}'],
  ['Writing slide 8 of 8', 8, 8, 'Writing slide {slide} of {slides}'],
  ['Done: 7/8', 7, 8, 'Done: {done}/{slides}'],
  ['8 of 8 slides', 8, 8, '{slide} of {slides} slides'],
  ['Using model 40', 2, 8, 'Using model 40'],
  ['Polishing', undefined, undefined, 'Polishing'],
  [undefined, 1, 2, ''],
])('%j with %j of %j slides is %j', (text, completed, total, expected) => {
  expect(phaseText(text, completed, total)).toBe(expected);
});
