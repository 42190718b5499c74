/** How a status code is marked. */

/** A class of `badges.css`. */
export function outcomeOf(status: number): 'success' | 'client' | 'server' {
  return status >= 500 ? 'server' : status >= 400 ? 'client' : 'success';
}
