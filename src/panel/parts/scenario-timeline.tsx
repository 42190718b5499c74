/** A scenario as a picture: its steps as a small bar, with its faults as tags below. */
import type { CourseFault, CourseSegment, ScenarioCourse } from '../../generated/control-api.js';
import { formatDuration } from './format.js';

const STEP_CLASSES: Readonly<Record<CourseSegment['kind'], string>> = {
  work: 'generating',
  ask: 'awaiting_input',
  complete: 'completed',
  fail: 'failed',
  stay: 'generating endless',
  refuse: 'failed',
};

const STEP_LABELS: Readonly<Record<CourseSegment['kind'], string>> = {
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

export function ScenarioTimeline({ course }: { readonly course: ScenarioCourse }) {
  const { segments, faults } = course;
  const length = segments.reduce((sum, { duration }) => sum + (duration ?? 0), 0);
  return (
    <div class="scenario-timeline">
      <div class="parts" role="img" aria-label={describe(segments)}>
        {segments.map(({ kind, duration }, index) => (
          <span
            key={index}
            class={`part ${STEP_CLASSES[kind]}`}
            style={{ flexGrow: shareOf(duration, length) }}
            title={`${STEP_LABELS[kind]}${duration ? ` for ${formatDuration(duration)}` : ''}`}
          />
        ))}
      </div>
      <p class="small line">
        <span class="tags">
          {[...new Set(faults.map(effectOf))].slice(0, 4).map((effect) => (
            <span class="tag fault" key={effect}>
              {effect}
            </span>
          ))}
        </span>
        <span>{lengthText(course)}</span>
      </p>
    </div>
  );
}

/** The width of a step. A minimum keeps short steps visible. */
function shareOf(duration: number | null, length: number): number {
  if (duration === null) return ENDLESS_SHARE;
  return duration === 0 ? END_SHARE : Math.max(0.6, (10 * duration) / length);
}

/** The time to the end of the job, without the waiting for replies to questions that have no limit. */
function lengthText({ segments, end, length }: ScenarioCourse): string {
  if (end === 'refused')
    return segments[0]?.status === undefined ? 'no response' : String(segments[0].status);
  if (length === null) return 'never ends';
  const waits = segments.some(({ kind, duration }) => kind === 'ask' && duration === null);
  const time = length > 0 ? formatDuration(length) : 'at once';
  return waits ? `${time} + reply` : time;
}

function effectOf({ effect, status }: CourseFault): string {
  return effect === 'answer' ? String(status) : effect;
}

function describe(segments: readonly CourseSegment[]): string {
  const steps = segments.map(({ kind, duration }) => {
    if (duration === null) return `${STEP_LABELS[kind]} without an end`;
    return duration === 0 ? STEP_LABELS[kind] : `${STEP_LABELS[kind]} for ${formatDuration(duration)}`;
  });
  return `Timeline: ${steps.join(', ')}`;
}
