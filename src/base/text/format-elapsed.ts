/** Formats durations for reports and the panel: `340 ms`, `7.2 s`, `1m 30s`, `2h 5m`, `3 days`. */

/** At most two units. It rounds first and then splits, so that 59.7 s is `1m`. */
export function formatElapsed(milliseconds: number): string {
  const whole = Math.max(0, Math.round(milliseconds));
  if (whole < 1000) return `${whole} ms`;
  if (whole < 9950) return `${Number((whole / 1000).toFixed(1))} s`;
  const seconds = Math.round(whole / 1000);
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return formatTwoUnits(seconds, 'm', 's');
  const minutes = Math.round(seconds / 60);
  return minutes < 48 * 60 ? formatTwoUnits(minutes, 'h', 'm') : `${Math.floor(minutes / (24 * 60))} days`;
}

/** @param count the duration in the smaller unit; the larger unit has sixty of them */
function formatTwoUnits(count: number, larger: string, smaller: string): string {
  const rest = count % 60;
  const first = `${Math.floor(count / 60)}${larger}`;
  return rest === 0 ? first : `${first} ${rest}${smaller}`;
}
