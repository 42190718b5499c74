/** Formats ms since 1970 as ISO 8601 in UTC. Values outside the range of dates become 1970-01-01. */
export function isoTime(ms: number): string {
  return new Date(Math.abs(ms) <= 8.64e15 ? ms : 0).toISOString();
}
