/** Ids of jobs and presentations that a recording is played for a second time. They have the shape of the recorded ones. */

/** Longer than any number of copies needs, and shorter than most ids. */
const MOST_DIGITS = 8;

/**
 * @param ordinal the number of the copy, from 1
 * @param isTaken whether an id is in use
 * @returns an id of the same length, if the recorded one ends in letters or digits
 */
export function freshId(id: string, ordinal: number, isTaken: (id: string) => boolean): string {
  const tail = /[0-9a-z]+$/.exec(id)?.[0].slice(-MOST_DIGITS) ?? '';
  if (tail === '') return `${id}${ordinal}`;
  const radix = /^\d+$/.test(tail) ? 10 : /^[0-9a-f]+$/.test(tail) ? 16 : 36;
  const head = id.slice(0, -tail.length);
  const space = radix ** tail.length;
  for (let step = ordinal; step < ordinal + space; step += 1) {
    const digits = ((parseInt(tail, radix) + step) % space).toString(radix).padStart(tail.length, '0');
    if (!isTaken(head + digits)) return head + digits;
  }
  return `${id}${ordinal}`;
}

/** Replaces ids as text. Characters beyond Latin-1 must be bytes already. */
export function replaceIds(text: string, ids: readonly (readonly [from: string, to: string])[]): string {
  return ids.reduce((changed, [from, to]) => (from === to ? changed : changed.replaceAll(from, to)), text);
}
