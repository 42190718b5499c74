/** Describes the timeline of a scenario in words, for titles and screen readers. */
import type { TimelineSegment } from '../../service/control/timeline-types.js';
import { formatDuration } from '../../ui/format.js';
import type { ScenarioEnd } from './scenario-end.js';

const STEP_LABELS: Readonly<Record<TimelineSegment['kind'], string>> = {
  generate: 'generates',
  ask: 'asks',
  complete: 'completes',
  fail: 'fails',
  stall: 'stalls',
  reject: 'rejects every start',
};

export function describeSegment({ kind, duration }: TimelineSegment, isAfterReply: boolean): string {
  const length = duration ? ` for ${formatDuration(duration)}` : '';
  return `${isAfterReply ? 'After a reply: ' : ''}${STEP_LABELS[kind]}${length}`;
}

export function describeTimeline({ steps, afterReply, end }: ScenarioEnd): string {
  const text = (list: readonly TimelineSegment[]): string =>
    list
      .map(({ kind, duration }) => {
        if (duration === null) return `${STEP_LABELS[kind]} without an end`;
        return duration === 0 ? STEP_LABELS[kind] : `${STEP_LABELS[kind]} for ${formatDuration(duration)}`;
      })
      .join(', ');
  const after = afterReply.length > 0 ? `; after a reply: ${text(afterReply)}` : '';
  return steps.length === 0 ? `Timeline: ${end}` : `Timeline: ${text(steps)}${after}`;
}
