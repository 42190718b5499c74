/** How a figure grows over a step: evenly, shown in whole ones. Whoever reads a recording reads it by the same rule. */

/** @param share how much of the step is over, from 0 to 1 */
export function along(from: number, to: number, share: number): number {
  return from + Math.floor((to - from) * share);
}
