/** Step texts with placeholders, so that "Writing slide 3 of 8" and "Writing slide 4 of 8" are the same step. */

/** @param total `slides_total`, and `completed` slides, where the view has them */
export function phaseText(text: unknown, completed: number | undefined, total: number | undefined): string {
  if (typeof text !== 'string') return '';
  const next = completed === undefined ? undefined : Math.min(completed + 1, total ?? Infinity);
  const used = new Set<string>();
  return text.replaceAll(/(\bof |\/ ?)?(\d+)/g, (digits, before: string | undefined, number: string) => {
    const figures = [
      ['{slide}', next],
      ['{done}', completed],
      ['{slides}', total],
    ] as const;
    // Of 8 in "slide 8 of 8", the last one is the total.
    const ordered = before === undefined ? figures : figures.toReversed();
    const meant = ordered.filter(([name, figure]) => figure === Number(number) && !used.has(name))[0]?.[0];
    if (meant === undefined) return digits;
    used.add(meant);
    return `${before ?? ''}${meant}`;
  });
}
