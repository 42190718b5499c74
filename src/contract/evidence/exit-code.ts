/** The exit code of each outcome: 0 green, 1 a broken promise, 2 no verdict. */
import type { Report } from '../report/model.js';

const codes = { pass: 0, fail: 1, incomplete: 2, error: 2 } as const satisfies Record<
  Report['outcome'],
  number
>;

export const exitCodeOf = ({ outcome }: Pick<Report, 'outcome'>): 0 | 1 | 2 => codes[outcome];
