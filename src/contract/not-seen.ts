/**
 * Words the reason of a rule without evidence. Rules say which piece of evidence would reach them: "no job was polled". A run
 * that did not look must not claim an absence, so the report says "not seen: a job was polled".
 */

export function notSeen(reason: string): string {
  const other = reason.replace(/^no other /, 'not seen: another ');
  if (other !== reason) return other;
  return reason.replace(/^no (?=(\S))/, (_, first: string) =>
    /[aeiou]/i.test(first) ? 'not seen: an ' : 'not seen: a ',
  );
}
