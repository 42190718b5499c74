/** What a scenario looks like: its steps as a small bar, what goes wrong on the way as words beneath. */
import type { CourseFault, CourseSegment, ScenarioCourse } from '../../generated/control-api.js';
import { lengthOf } from './words.js';

const STATES: Readonly<Record<CourseSegment['kind'], string>> = {
  work: 'generating',
  ask: 'awaiting_input',
  complete: 'completed',
  fail: 'failed',
  stay: 'generating endless',
};

const WORDS: Readonly<Record<CourseSegment['kind'], string>> = {
  work: 'works',
  ask: 'asks',
  complete: 'completes',
  fail: 'fails',
  stay: 'gets no further',
};

/** Shares of a bar, all that has a length being ten, that a step without a length takes: an end, and one that never ends. */
const END = 1;
const ENDLESS = 3.5;

export function StoryPicture({ course: { segments, faults } }: { readonly course: ScenarioCourse }) {
  const length = segments.reduce((sum, { duration }) => sum + (duration ?? 0), 0);
  return (
    <div class="story">
      <div class="parts" role="img" aria-label={described(segments)}>
        {segments.map(({ kind, duration }, index) => (
          <span
            key={index}
            class={`part ${STATES[kind]}`}
            style={{ flexGrow: shareOf(duration, length) }}
            title={`${WORDS[kind]}${duration ? ` for ${lengthOf(duration)}` : ''}`}
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
        <span>{length > 0 ? lengthOf(length) : 'at once'}</span>
      </p>
    </div>
  );
}

/** Short steps stay visible beside long ones. */
function shareOf(duration: number | null, length: number): number {
  if (duration === null) return ENDLESS;
  return duration === 0 ? END : Math.max(0.6, (10 * duration) / length);
}

function effectOf({ effect, status }: CourseFault): string {
  return effect === 'answer' ? String(status) : effect;
}

function described(segments: readonly CourseSegment[]): string {
  const steps = segments.map(({ kind, duration }) => {
    if (duration === null) return `${WORDS[kind]} without an end`;
    return duration === 0 ? WORDS[kind] : `${WORDS[kind]} for ${lengthOf(duration)}`;
  });
  return `Timeline: ${steps.join(', ')}`;
}
