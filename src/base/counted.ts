/** A number with its noun: `1 job`, `2 jobs`, `1 reply`, `2 replies`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
