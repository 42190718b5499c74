/** Formats the expected or actual value of a finding. */

interface Values {
  readonly expected?: unknown;
  readonly actual?: unknown;
  /** The values that are descriptions in prose. */
  readonly descriptions?: readonly ('expected' | 'actual')[];
}

/** As JSON, so the string "1740" is not the number 1740, or as the prose that describes it. */
export function formatValue(values: Values, side: 'expected' | 'actual'): string {
  const value = values[side];
  if (value === undefined) return side === 'expected' ? 'something else' : 'nothing';
  return typeof value === 'string' && values.descriptions?.includes(side) ? value : JSON.stringify(value);
}
