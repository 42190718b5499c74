/** Says in one sentence what is missing, what follows from it, and which options help. */
import type { EvidenceReport, Gap } from './model.js';

/** @returns for example `the start of a job never succeeded (400), so status and fetch were not seen (--template-id)` */
export function missingText(missing: readonly Gap[]): string | undefined {
  const causes = missing.filter(({ because }) => because === undefined);
  if (causes.length === 0) return undefined;
  return causes.map((gap) => causeText(gap, missing)).join('; ');
}

function causeText({ topic, why, help }: Gap, missing: readonly Gap[]): string {
  const followers = missing.filter(({ because }) => because === topic).map((gap) => gap.topic);
  const so = followers.length === 0 ? '' : `, so ${listText(followers)} ${wasWere(followers)} not seen`;
  return `${why}${so}${help === undefined ? '' : ` (${help})`}`;
}

const wasWere = (names: readonly string[]): string => (names.length === 1 ? 'was' : 'were');

/** `not examined: create (--create-body)`; `undefined` if everything was. */
export function unexaminedText({ unexamined, missingParts = [] }: EvidenceReport): string | undefined {
  const parts = unexamined.map(({ topic, help }) => (help === '' ? topic : `${topic} (${help})`));
  const texts = [...missingParts, ...(parts.length > 0 ? [`not examined: ${parts.join(', ')}`] : [])];
  return texts.length === 0 ? undefined : texts.join('; ');
}

export function listText(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}
