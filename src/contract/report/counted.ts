/** `1 job`, `2 jobs`: a number with its noun. For the regular nouns that reports use. */
export function counted(count: number, noun: string): string {
  return `${count} ${count === 1 ? noun : `${noun}s`}`;
}
