/** Splits the timeline of a scenario at the first question that only a reply ends, and describes the end. */
import type { TimelineSegment, TimelineSummary } from '../../service/control/timeline-types.js';
import { formatDuration } from '../../ui/format.js';

export interface ScenarioEnd {
  /** The steps of a job without a reply. */
  readonly steps: readonly TimelineSegment[];
  /** The steps after the reply. */
  readonly afterReply: readonly TimelineSegment[];
  /** Such as `fails after 32 s`. */
  readonly end: string;
}

export function summarizeEnd({ segments, replied }: TimelineSummary): ScenarioEnd {
  const last = segments.findIndex(({ kind, duration }) => kind === 'ask' && duration === null);
  if (last === -1) return { steps: segments, afterReply: replied, end: formatEnd(segments) };
  const steps = segments.slice(0, last + 1);
  return { steps, afterReply: segments.slice(last + 1), end: formatEnd(steps) };
}

function formatEnd(steps: readonly TimelineSegment[]): string {
  const last = steps.at(-1);
  const length = steps.reduce((sum, { duration }) => sum + (duration ?? 0), 0);
  const after = length > 0 ? `after ${formatDuration(length)}` : 'immediately';
  switch (last?.kind) {
    case 'reject':
      return `every start gets ${last.status ?? 'no response'}`;
    case 'stall':
      return `stalls ${after}`;
    case 'fail':
      return `fails ${after}`;
    case 'ask':
      return `asks ${after}, and waits`;
    case 'complete':
    case 'generate':
    case undefined:
      return length > 0 ? formatDuration(length) : 'immediately';
  }
}
