/** The bar of an open job with a slider: it selects an instant. A click on a tick opens the exchange. */
import { TimelineBar, useSpan } from '../parts/timeline-bar.js';
import { formatDuration, formatTime } from '../parts/format.js';
import { now } from '../state/clock.js';
import type { JobCell } from '../state/jobs.js';
import { go, refine } from '../state/route.js';

interface ScrubberProps {
  readonly cell: JobCell;
  readonly at: number | undefined;
}

const STEPS = 1000;

export function Scrubber({ cell, at }: ScrubberProps) {
  const { from, to } = useSpan(cell).value;
  return (
    <div class="scrubber">
      <TimelineBar
        cell={cell}
        at={at}
        onPick={(instant) => refine({ at: instant })}
        onTick={(sequence) => go({ view: 'traffic', item: String(sequence) })}
      />
      <Slider from={from} to={to} at={at} />
      <div class="line small">
        <span>{formatTime(from)}</span>
        <button
          type="button"
          class="quiet"
          disabled={at === undefined}
          onClick={() => refine({ at: undefined })}
        >
          Back to now
        </button>
        <span>+{formatDuration(to - from)}</span>
      </div>
    </div>
  );
}

interface SliderProps {
  readonly from: number;
  readonly to: number;
  readonly at: number | undefined;
}

/** A component of its own, because it renders with every frame. */
function Slider({ from, to, at }: SliderProps) {
  const shown = at ?? now.value;
  return (
    <input
      type="range"
      min={0}
      max={STEPS}
      step="any"
      value={Math.min(STEPS, Math.max(0, (STEPS * (shown - from)) / (to - from)))}
      aria-label="Instant to show"
      aria-valuetext={`${formatDuration(shown - from)} after the start`}
      onInput={({ currentTarget }) =>
        refine({ at: from + ((to - from) * Number(currentTarget.value)) / STEPS })
      }
    />
  );
}
