/** A number with its noun: `1 job`, `2 jobs`. Supports regular nouns only. */
export function counted(count: number, noun: string): string {
  return `${count} ${count === 1 ? noun : `${noun}s`}`;
}
