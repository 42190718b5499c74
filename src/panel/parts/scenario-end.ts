/** How a job of a scenario really ends if the client sends no reply, and what follows a reply. */
import type { CourseSegment, ScenarioCourse } from '../../generated/control-api.js';
import { formatDuration } from './format.js';

export interface ScenarioEnd {
  /** The steps of a job without a reply, with the failure of a question that is not answered in time. */
  readonly steps: readonly CourseSegment[];
  /** The steps that only a reply reaches. */
  readonly replied: readonly CourseSegment[];
  /** The end in a few words, such as `fails after 32 s`. */
  readonly end: string;
}

export function endOf({ segments, refused = false }: ScenarioCourse): ScenarioEnd {
  if (refused) return { steps: [], replied: [], end: 'every request gets 403' };
  const last = segments.findIndex(
    ({ kind, duration, otherwise }) => kind === 'ask' && (duration === null || otherwise === 'fail'),
  );
  const asked = last === -1 ? segments : segments.slice(0, last + 1);
  const replied = last === -1 ? [] : segments.slice(last + 1);
  const isLate = segments[last]?.otherwise === 'fail';
  const steps = isLate ? [...asked, { kind: 'fail' as const, duration: 0 }] : asked;
  const length = steps.reduce((sum, { duration }) => sum + (duration ?? 0), 0);
  return { steps, replied, end: endText(steps.at(-1)?.kind, length) };
}

function endText(kind: CourseSegment['kind'] | undefined, length: number): string {
  const time = formatDuration(length);
  switch (kind) {
    case 'stay':
      return length > 0 ? `stalls after ${time}` : 'stalls at once';
    case 'fail':
      return length > 0 ? `fails after ${time}` : 'fails at once';
    case 'ask':
      return length > 0 ? `asks after ${time}, and waits` : 'asks at once, and waits';
    default:
      return length > 0 ? time : 'at once';
  }
}
