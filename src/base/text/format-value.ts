/** Formats the expected or actual value of a finding. */

interface Values {
  readonly expected?: unknown;
  readonly actual?: unknown;
  /** The values that are words about a value. */
  readonly inWords?: readonly ('expected' | 'actual')[];
}

/** As JSON, so the string "1740" is not the number 1740, or the words that describe it. */
export function formatValue(values: Values, side: 'expected' | 'actual'): string {
  const value = values[side];
  if (value === undefined) return side === 'expected' ? 'something else' : 'nothing';
  return typeof value === 'string' && values.inWords?.includes(side) ? value : JSON.stringify(value);
}
