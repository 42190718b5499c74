/** The minimum of a run as lines: what it required, what the user changed, what is missing, and what was not examined. */
import { listText, unexaminedText } from '../evidence/sentence.js';
import type { Gap } from '../evidence/model.js';
import type { Report } from './model.js';

export function evidenceLines({ evidence }: Report): readonly string[] {
  const { minimum, missing } = evidence;
  const { name, required, raised, lowered } = minimum;
  const unexamined = unexaminedText(evidence);
  return [
    name === 'recording'
      ? 'minimum of a recording: it is whole, and contains a judged exchange'
      : `${name} minimum: ${listText(required)}`,
    ...(raised.length > 0 ? [`required in addition (--require): ${listText(raised)}`] : []),
    ...(lowered.length > 0 ? [`may be missing (--allow-incomplete): ${listText(lowered)}`] : []),
    ...missing.map((gap) => `missing: ${gapText(gap)}`),
    ...(unexamined === undefined ? [] : [unexamined]),
  ];
}

export function gapText({ topic, why, help, because }: Gap): string {
  if (because !== undefined) return `${topic}, because of ${because}`;
  return `${topic}: ${why}${help === undefined ? '' : ` (${help})`}`;
}
