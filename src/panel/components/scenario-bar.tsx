/** A scenario as a picture: its steps as a small bar that ends as a job without a reply does, with its faults as tags below. */
import type {
  TimelineFault,
  TimelineSegment,
  TimelineSummary,
} from '../../service/control/timeline-types.js';
import { capitalize, formatDuration } from '../parts/format.js';
import { summarizeEnd } from './scenario-end.js';

const STEP_CLASSES: Readonly<Record<TimelineSegment['kind'], string>> = {
  work: 'generating',
  ask: 'awaiting_input',
  complete: 'completed',
  fail: 'failed',
  stall: 'generating endless',
  refuse: 'failed',
};

const STEP_LABELS: Readonly<Record<TimelineSegment['kind'], string>> = {
  work: 'works',
  ask: 'asks',
  complete: 'completes',
  fail: 'fails',
  stall: 'stalls',
  refuse: 'refuses every job',
};

/** The width of steps without a duration, where all steps with a duration have a width of 10 together. */
const INSTANT_WIDTH = 1;
const ENDLESS_WIDTH = 3.5;

export function ScenarioBar({ timeline }: { readonly timeline: TimelineSummary }) {
  const { steps, afterReply, end } = summarizeEnd(timeline);
  const all = [...steps, ...afterReply];
  const length = all.reduce((sum, { duration }) => sum + (duration ?? 0), 0);
  return (
    <div class="scenario-bar">
      <div class="parts" role="img" aria-label={describeTimeline(steps, afterReply, end)}>
        {all.map(({ kind, duration }, index) => (
          <span
            key={index}
            class={`part ${STEP_CLASSES[kind]}${index >= steps.length ? ' replied' : ''}`}
            style={{ flexGrow: widthOf(duration, length) }}
            title={segmentTitle({ kind, duration }, index >= steps.length)}
          />
        ))}
      </div>
      <p class="step">
        <span class="end">{capitalize(end)}</span>
        <span class="tags">
          {[...new Set(timeline.faults.map(formatEffect))].slice(0, 4).map((effect) => (
            <span class="tag fault" key={effect}>
              {capitalize(effect)}
            </span>
          ))}
        </span>
      </p>
    </div>
  );
}

/** The width of a step. A minimum keeps short steps visible. */
function widthOf(duration: number | null, length: number): number {
  if (duration === null) return ENDLESS_WIDTH;
  return duration === 0 ? INSTANT_WIDTH : Math.max(0.6, (10 * duration) / length);
}

function formatEffect({ effect, status }: TimelineFault): string {
  return effect === 'response' ? String(status) : effect;
}

function segmentTitle({ kind, duration }: TimelineSegment, isReplied: boolean): string {
  const time = duration ? ` for ${formatDuration(duration)}` : '';
  return `${isReplied ? 'After a reply: ' : ''}${STEP_LABELS[kind]}${time}`;
}

function describeTimeline(
  steps: readonly TimelineSegment[],
  replied: readonly TimelineSegment[],
  end: string,
): string {
  const text = (list: readonly TimelineSegment[]): string =>
    list
      .map(({ kind, duration }) => {
        if (duration === null) return `${STEP_LABELS[kind]} without an end`;
        return duration === 0 ? STEP_LABELS[kind] : `${STEP_LABELS[kind]} for ${formatDuration(duration)}`;
      })
      .join(', ');
  const after = replied.length > 0 ? `; after a reply: ${text(replied)}` : '';
  return steps.length === 0 ? `Timeline: ${end}` : `Timeline: ${text(steps)}${after}`;
}
