/** A moment in ms since 1970 as ISO 8601 in UTC; of a figure that is no moment, the first one there was. */
export function moment(ms: number): string {
  return new Date(Math.abs(ms) <= 8.64e15 ? ms : 0).toISOString();
}
