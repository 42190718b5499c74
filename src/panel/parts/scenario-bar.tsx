/** A scenario as a picture: its steps as a small bar that ends as a job without a reply does, with its faults as tags below. */
import type {
  TimelineFault,
  TimelineSegment,
  PlannedTimeline,
} from '../../service/control/timeline-views.js';
import { capital, formatDuration } from './format.js';
import { endOf } from './scenario-end.js';

const STEP_CLASSES: Readonly<Record<TimelineSegment['kind'], string>> = {
  work: 'generating',
  ask: 'awaiting_input',
  complete: 'completed',
  fail: 'failed',
  stay: 'generating endless',
  refuse: 'failed',
};

const STEP_LABELS: Readonly<Record<TimelineSegment['kind'], string>> = {
  work: 'works',
  ask: 'asks',
  complete: 'completes',
  fail: 'fails',
  stay: 'stalls',
  refuse: 'refuses every job',
};

/** The width of steps without a duration, where all steps with a duration have a width of 10 together. */
const END_SHARE = 1;
const ENDLESS_SHARE = 3.5;

export function ScenarioBar({ timeline }: { readonly timeline: PlannedTimeline }) {
  const { steps, replied, end } = endOf(timeline);
  const all = [...steps, ...replied];
  const length = all.reduce((sum, { duration }) => sum + (duration ?? 0), 0);
  return (
    <div class="scenario-bar">
      <div class="parts" role="img" aria-label={describe(steps, replied, end)}>
        {all.map(({ kind, duration }, index) => (
          <span
            key={index}
            class={`part ${STEP_CLASSES[kind]}${index >= steps.length ? ' replied' : ''}`}
            style={{ flexGrow: shareOf(duration, length) }}
            title={titleOf({ kind, duration }, index >= steps.length)}
          />
        ))}
      </div>
      <p class="step">
        <span class="end">{capital(end)}</span>
        <span class="tags">
          {[...new Set(timeline.faults.map(effectOf))].slice(0, 4).map((effect) => (
            <span class="tag fault" key={effect}>
              {capital(effect)}
            </span>
          ))}
        </span>
      </p>
    </div>
  );
}

/** The width of a step. A minimum keeps short steps visible. */
function shareOf(duration: number | null, length: number): number {
  if (duration === null) return ENDLESS_SHARE;
  return duration === 0 ? END_SHARE : Math.max(0.6, (10 * duration) / length);
}

function effectOf({ effect, status }: TimelineFault): string {
  return effect === 'answer' ? String(status) : effect;
}

function titleOf({ kind, duration }: TimelineSegment, isReplied: boolean): string {
  const time = duration ? ` for ${formatDuration(duration)}` : '';
  return `${isReplied ? 'After a reply: ' : ''}${STEP_LABELS[kind]}${time}`;
}

function describe(
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
