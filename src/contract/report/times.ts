/** Times and durations in words. */

export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

export function isoTime(ms: number): string {
  return new Date(Math.abs(ms) <= 8.64e15 ? ms : 0).toISOString();
}

/** `2026-01-15 09:30 UTC`. @param length 16 ends with minutes, 19 with seconds */
export const dateTime = (ms: number, length: 16 | 19): string =>
  `${isoTime(ms).slice(0, length).replace('T', ' ')} UTC`;
