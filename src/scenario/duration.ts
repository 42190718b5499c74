/** Times as people write them: `250ms`, `1.5s`, `2m`, `1m30s`, `1h`. Everything inside is in milliseconds. */

const UNITS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 } as const;
const PART = /(\d+(?:\.\d+)?)(ms|s|m|h)/y;

/** The milliseconds a text stands for, or `undefined` when it is not a time. */
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
  // 1.001 s are 1001 ms, not what floating point makes of them.
  const rounded = Math.round(total * 1000) / 1000;
  return text === '' || !Number.isFinite(rounded) ? undefined : rounded;
}

/** The shortest way to write a time of this many milliseconds, such as `1m30s`. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds === Infinity) return 'for ever';
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
