/** Advances the clock for one job: to its next event, to just before it asks or ends, or to the selected instant. */
import { SkipForward, TimerReset } from 'lucide-preact';
import { workspaceClient } from '../api/client.js';
import { advanceClockToNextEvent } from '../control-bar/clock-controls.js';
import { formatDuration } from '../../ui/format.js';
import { now, nowInSeconds } from '../state/clock.js';
import type { JobModel, Status } from '../state/jobs.js';
import { replaceRoute } from '../state/route.js';
import { runWithToast } from '../state/toasts.js';

/** How long before an event the clock stops, so that the app polls the status before it once more. */
const STOP_MARGIN_MS = 1000;

const BEFORE_LABELS: Readonly<Record<Exclude<Status, 'generating'>, string>> = {
  awaiting_input: 'Stop before it asks',
  completed: 'Stop before it completes',
  failed: 'Stop before it fails',
};

interface JobTimeControlsProps {
  readonly model: JobModel;
  readonly at: number | undefined;
}

export function JobTimeControls({ model, at }: JobTimeControlsProps) {
  const current = nowInSeconds.value;
  const { timeline = [] } = model.job.value;
  const { value: part } = model.part;
  // Compares with the current part instead of the time in seconds, so that no past event is offered.
  const upcoming = timeline.filter(({ from }) => !part || Date.parse(from) > Date.parse(part.from));
  if (upcoming.length === 0) return null;
  const stops = upcoming.flatMap(({ status, from }) =>
    status === 'generating' ? [] : [{ label: BEFORE_LABELS[status], at: Date.parse(from) }],
  );
  const isAhead = at !== undefined && at > current;
  const stopAt = (instant: number): void =>
    void runWithToast(async () => {
      const { clock } = workspaceClient();
      await clock.pause();
      const by = Math.floor(instant) - (await clock.now());
      if (by > 0) await clock.advance(by);
      replaceRoute({ at: undefined });
    });
  return (
    <div class="buttons">
      {isAhead && (
        <button type="button" class="button-primary" onClick={() => stopAt(at)}>
          <TimerReset aria-hidden />
          Go to +{formatDuration(at - Date.parse(model.job.value.started_at))} and pause
        </button>
      )}
      <button type="button" onClick={() => void advanceClockToNextEvent(model.id)}>
        <SkipForward aria-hidden />
        Next event of this job
      </button>
      {stops.slice(0, 2).map(({ label, at: event }) => (
        <button
          type="button"
          key={event}
          title={`Pauses the clock ${formatDuration(STOP_MARGIN_MS)} before`}
          onClick={() => stopAt(Math.max(event - STOP_MARGIN_MS, Math.min(now.peek(), event - 1)))}
        >
          <TimerReset aria-hidden />
          {label}
        </button>
      ))}
    </div>
  );
}
