/** The minimum of a run as lines: what it required, what the user changed, what is missing, and what was not examined. */
import { listText, unexaminedText } from '../evidence/sentence.js';
import type { Gap } from '../evidence/model.js';
import type { Report } from './model.js';

/** The topic of the gap that says why a run ended early. */
const STOPPED = 'run';

export function evidenceLines({ evidence, reason = '' }: Report): readonly string[] {
  const { minimum, missing } = evidence;
  const cut = missing.filter(({ because }) => because === STOPPED).map(({ topic }) => topic);
  // The verdict already says why the run ended.
  const others = missing.filter(
    ({ topic, why, because }) => because !== STOPPED && !(topic === STOPPED && reason.includes(why)),
  );
  const { name, required, raised, lowered } = minimum;
  const unexamined = unexaminedText(evidence);
  return [
    name === 'recording'
      ? 'minimum of a recording: it is whole, and contains a judged exchange'
      : `${name} minimum: ${listText(required)}`,
    ...(raised.length > 0 ? [`required in addition (--require): ${listText(raised)}`] : []),
    ...(lowered.length > 0 ? [`may be missing (--allow-incomplete): ${listText(lowered)}`] : []),
    ...others.map((gap) => `missing: ${gapText(gap)}`),
    ...(cut.length > 0
      ? [`missing: ${listText(cut)}: the run ended before Deckhand saw ${cut.length === 1 ? 'it' : 'them'}`]
      : []),
    ...(unexamined === undefined ? [] : [unexamined]),
  ];
}

export function gapText({ topic, why, help, because }: Gap): string {
  if (because === STOPPED) return `${topic}: the run ended before Deckhand saw it`;
  if (because !== undefined) return `${topic}, because of ${because}`;
  return `${topic}: ${why}${help === undefined ? '' : ` (${help})`}`;
}
