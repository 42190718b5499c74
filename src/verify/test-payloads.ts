/**
 * Titles and prompts that reveal wrong encodings: markup, quotes, backslashes, characters outside the BMP, repeated spaces, digits
 * alone, and a long character at the end of a usual length.
 */

const SHIP = '\u{1F6A2}';

/** 66 bytes: a limit of 64 bytes divides the last character. */
const MARKUP = `[deckhand check] ${SHIP} <b>R&amp;D</b> "C:\\new" – 'Häfen' 港${SHIP}`;

/** 202 bytes. Most limits in bytes, and those in UTF-16 units, divide a character. */
const LONG = `[deckhand check]  Crème brûlée 1+10 %20${SHIP.repeat(40)}`;

/** For services that refuse the others: without rare characters, and plain. */
const easier = ['[deckhand check] renamed – Häfen', 'Renamed by a check'];

/** In the order to try them, until the service accepts one. */
export const titlesFor = {
  generated: [MARKUP, ...easier],
  created: [LONG, ...easier],
} as const;

/** Texts as people write them: quotes, signs that have a meaning elsewhere, and letters from right to left. */
export const everydayTitle = "[deckhand check] O'Brien & Söhne: 100 %, =1+1; a;b";

/** For two renames at the same instant. */
export const everydayTitles = [
  "[deckhand check] the O'Neills' 50 % – =2*3; c;d",
  '[deckhand check] "quoted" {name} – \u05e9\u05dc\u05d5\u05dd \u0645\u0631\u062d\u0628\u0627',
] as const;

/** A number for careless code. */
export const DIGITS = '0042';

/** More than a thousand characters. Section 8 names no limit. */
const END = ` (for O'Brien: 100 %, =1+1, a;b, "quoted", {name}, \u05e9\u05dc\u05d5\u05dd, \u0645\u0631\u062d\u0628\u0627; ${'a part without a meaning, to make the prompt long, '.repeat(20).slice(0, -2)})`;

export const longer = (prompt: string): string => prompt + END;

/** The prompt before it was made longer. */
export const shorter = (prompt: string): string =>
  prompt.endsWith(END) ? prompt.slice(0, -END.length) : prompt;
