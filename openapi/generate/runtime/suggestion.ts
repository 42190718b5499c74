// Suggests a known name for a misspelt one.

/** The nearest known name with at most two typos, or undefined. */
export function suggestion(name: string, known: readonly string[]): string | undefined {
  // Comparing very long names is slow, and they are not typos.
  if (name.length > 40) return undefined;
  const plain = simplified(name);
  let best: string | undefined;
  let lowest = Math.min(2, Math.floor(plain.length / 2)) + 1;
  for (const candidate of known) {
    const typos = distance(plain, simplified(candidate));
    if (typos < lowest) [best, lowest] = [candidate, typos];
  }
  return best;
}

/** Makes `slideCount`, `slide-count` and `slide_count` equal. */
const simplified = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** The edit distance: changed, added, missing and swapped letters. */
function distance(from: string, to: string): number {
  const rows: number[][] = [Array.from({ length: to.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? Infinity;
  for (let row = 1; row <= from.length; row++) {
    rows.push([row]);
    for (let column = 1; column <= to.length; column++) {
      const same = from[row - 1] === to[column - 1];
      const swapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      rows[row]?.push(
        Math.min(
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          at(row - 1, column - 1) + (same ? 0 : 1),
          swapped ? at(row - 2, column - 2) + 1 : Infinity,
        ),
      );
    }
  }
  return at(from.length, to.length);
}
