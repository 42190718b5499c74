/**
 * The titles that a run sends when it renames. Each holds text that services spoil: markup, quotes, backslashes, characters outside the
 * BMP, several spaces, digits alone, and a long character at the end of a usual length. They ride on renames that a run makes anyway.
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

/** A number for careless code. */
export const DIGITS = '0042';
