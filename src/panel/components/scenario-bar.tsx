/** A scenario as a chart: the steps of a job without a reply as a bar, and the faults as tags below. */
import type {
  TimelineFault,
  TimelineSegment,
  TimelineSummary,
} from '../../service/control/timeline-types.js';
import { capitalize } from '../../ui/format.js';
import { describeSegment, describeTimeline } from './describe-timeline.js';
import { summarizeEnd } from './scenario-end.js';

const STEP_CLASSES: Readonly<Record<TimelineSegment['kind'], string>> = {
  generate: 'generating',
  ask: 'awaiting_input',
  complete: 'completed',
  fail: 'failed',
  stall: 'generating endless',
  reject: 'failed',
};

/** Widths as `flex-grow`. */
const INSTANT_WIDTH = 1;
const ENDLESS_WIDTH = 3.5;
/** A minimum keeps short steps visible. */
const MIN_WIDTH = 0.6;
/** Of all steps with a duration together. */
const TOTAL_WIDTH = 10;

export function ScenarioBar({ timeline }: { readonly timeline: TimelineSummary }) {
  const { steps, afterReply, end } = summarizeEnd(timeline);
  const all = [...steps, ...afterReply];
  const length = all.reduce((sum, { duration }) => sum + (duration ?? 0), 0);
  return (
    <div class="scenario-bar">
      <div class="parts" role="img" aria-label={describeTimeline({ steps, afterReply, end })}>
        {all.map(({ kind, duration }, index) => (
          <span
            key={index}
            class={`part ${STEP_CLASSES[kind]}${index >= steps.length ? ' after-reply' : ''}`}
            style={{ flexGrow: computeWidth(duration, length) }}
            title={describeSegment({ kind, duration }, index >= steps.length)}
          />
        ))}
      </div>
      <p class="cluster step small">
        <span class="end">{capitalize(end)}</span>
        <span class="cluster">
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

function computeWidth(duration: number | null, length: number): number {
  if (duration === null) return ENDLESS_WIDTH;
  return duration === 0 ? INSTANT_WIDTH : Math.max(MIN_WIDTH, (TOTAL_WIDTH * duration) / length);
}

function formatEffect({ effect, status }: TimelineFault): string {
  return effect === 'response' ? String(status) : effect;
}
