/** The value of a figure that grows evenly over a step, rounded towards `from`. */

/** @param share the part of the step that is over, from 0 to 1 */
export function interpolate(from: number, to: number, share: number): number {
  return from + Math.floor((to - from) * share);
}
