/** Formats ms since 1970 as ISO 8601 in UTC. Values outside the range of dates become 1970-01-01. */
export function isoTime(ms: number): string {
  return new Date(Math.abs(ms) <= 8.64e15 ? ms : 0).toISOString();
}

/** `2026-01-15 09:30 UTC`. @param length 16 ends with minutes, 19 with seconds */
export const dateTime = (ms: number, length: 16 | 19): string =>
  `${isoTime(ms).slice(0, length).replace('T', ' ')} UTC`;
