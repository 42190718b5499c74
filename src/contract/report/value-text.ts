/** Prints an expected or actual value: as JSON, so the string "1740" is not the number 1740, or the words that describe it. */
import type { FindingReport } from './model.js';

export function valueText(finding: FindingReport, side: 'expected' | 'actual'): string {
  const value = finding[side];
  if (value === undefined) return side === 'expected' ? 'something else' : 'nothing';
  return typeof value === 'string' && finding.inWords?.includes(side) ? value : JSON.stringify(value);
}
