/** A number with its noun: `1 job`, `1,050 jobs`, `1 reply`, `2 replies`. */
export function pluralize(count: number, one: string, many = `${one}s`): string {
  return `${count < 1000 ? count : count.toLocaleString('en')} ${count === 1 ? one : many}`;
}
