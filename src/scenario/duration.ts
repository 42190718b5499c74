/** Parses and formats durations such as `250ms`, `1.5s` or `1m30s`. */

const UNITS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 } as const;
const PART = /(\d+(?:\.\d+)?)(ms|s|m|h)/y;

/** In milliseconds; `undefined` if the text is not a duration. */
export function parseDuration(text: string): number | undefined {
  let total = 0;
  let end = 0;
  while (end < text.length) {
    PART.lastIndex = end;
    const part = PART.exec(text);
    if (!part) return undefined;
    total += Number(part[1]) * UNITS[part[2] as keyof typeof UNITS];
    end = PART.lastIndex;
  }
  // Removes floating-point errors, so that 1.001 s is exactly 1001 ms.
  const rounded = Math.round(total * 1000) / 1000;
  return text === '' || !Number.isFinite(rounded) ? undefined : rounded;
}

/** The shortest notation, such as `1m30s`. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds === Infinity) return 'forever';
  let rest = Math.round(milliseconds);
  if (rest < 1000) return `${rest}ms`;
  let text = '';
  for (const unit of ['h', 'm'] as const) {
    const whole = Math.floor(rest / UNITS[unit]);
    if (whole > 0) text += `${whole}${unit}`;
    rest -= whole * UNITS[unit];
  }
  return rest > 0 || text === '' ? `${text}${rest / 1000}s` : text;
}
