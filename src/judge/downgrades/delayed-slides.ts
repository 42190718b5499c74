/** Slides that one response omits and another one contains. */
import { getField } from '../../base/json.js';
import { getReadId, type PresentationRead, type ReadPair } from '../model/presentation-history.js';
import type { Trace } from '../model/trace.js';
import type { Downgrade } from './downgrade.js';

/** Slides of a template may be added later (4.3), and a status response may omit slides. */
export function slidesMayBeAddedLater({ earlier, later }: ReadPair, trace: Trace): Downgrade {
  if (earlier.source !== later.source)
    return [earlier, later].some((one) => one.job && isEmpty(one))
      ? 'a status response may omit slides'
      : undefined;
  const { createdBy } = trace.getPresentation(String(getReadId(later))) ?? {};
  return isEmpty(earlier) && createdBy?.operation === 'createPresentation'
    ? 'the slides of a template may be added later'
    : undefined;
}

function isEmpty({ value }: PresentationRead): boolean {
  const sections = getField(value, 'sections');
  return Array.isArray(sections) && sections.length === 0;
}
