/** Moves the clock for one job: to its next event, to just before it asks or ends, or to the selected instant. */
import { SkipForward, TimerReset } from 'lucide-preact';
import { goToNextEvent } from '../bar/clock.js';
import { here } from '../api/client.js';
import { formatDuration } from '../parts/format.js';
import { now, nowInSeconds } from '../state/clock.js';
import type { JobCell, Status } from '../state/jobs.js';
import { refine } from '../state/route.js';
import { attempt } from '../state/toasts.js';

/** Milliseconds before an event at which the clock stops, so that the app polls the state before it once more. */
const BEFORE = 1000;

const BEFORE_LABELS: Readonly<Record<Exclude<Status, 'generating'>, string>> = {
  awaiting_input: 'Stop before it asks',
  completed: 'Stop before it completes',
  failed: 'Stop before it fails',
};

interface JobTimeProps {
  readonly cell: JobCell;
  readonly at: number | undefined;
}

export function JobTime({ cell, at }: JobTimeProps) {
  const current = nowInSeconds.value;
  const { timeline = [] } = cell.job.value;
  const { value: part } = cell.part;
  // The current part and not the whole seconds decide, so that no event is offered after the end.
  const coming = timeline.filter(({ from }) => !part || Date.parse(from) > Date.parse(part.from));
  if (coming.length === 0) return null;
  const stops = coming.flatMap(({ status, from }) =>
    status === 'generating' ? [] : [{ label: BEFORE_LABELS[status], at: Date.parse(from) }],
  );
  const isAhead = at !== undefined && at > current;
  const stopAt = (instant: number): void =>
    void attempt(async () => {
      const { clock } = here();
      await clock.pause();
      const by = Math.floor(instant) - (await clock.now());
      if (by > 0) await clock.advance(by);
      refine({ at: undefined });
    });
  return (
    <div class="buttons">
      {isAhead && (
        <button type="button" class="strong" onClick={() => stopAt(at)}>
          <TimerReset aria-hidden />
          Go to +{formatDuration(at - Date.parse(cell.job.value.started_at))} and pause
        </button>
      )}
      <button type="button" onClick={() => void goToNextEvent(cell.id)}>
        <SkipForward aria-hidden />
        Next event of this job
      </button>
      {stops.slice(0, 2).map(({ label, at: event }) => (
        <button
          type="button"
          key={event}
          title={`Pauses the clock ${formatDuration(BEFORE)} before`}
          onClick={() => stopAt(Math.max(event - BEFORE, Math.min(now.peek(), event - 1)))}
        >
          <TimerReset aria-hidden />
          {label}
        </button>
      ))}
    </div>
  );
}
