/** The clock of the workspace and its controls. */
import { useSignal } from '@preact/signals';
import { FastForward, Pause, Play, SkipForward } from 'lucide-preact';
import { useEffect } from 'preact/hooks';
import { workspaceClient } from '../api/client.js';
import { FieldError, useFormError } from '../components/field-error.js';
import { formatDate, formatTime, STATUS_LABELS } from '../../ui/format.js';
import { clock, isClockFrozen, isRunning, now } from '../state/clock.js';
import type { Status } from '../state/jobs.js';
import { view } from '../state/route.js';
import { runWithToast, showToast } from '../state/toasts.js';
import { quotePrompt } from './describe-fault.js';

const SPEEDS = [0.1, 1, 5, 10, 60, 600];

export function togglePause(): Promise<boolean> {
  return runWithToast(() =>
    isRunning.value ? workspaceClient().clock.pause() : workspaceClient().clock.resume(),
  );
}

/** @param job the job whose next event to advance to; any job by default */
export function advanceClockToNextEvent(job?: string): Promise<boolean> {
  return runWithToast(async () => {
    const {
      job: changed,
      released_responses,
      skipped_faults_note = '',
    } = await workspaceClient().clock.next(job);
    if (changed) {
      const status = STATUS_LABELS[changed.status_response['status'] as Status];
      showToast(`${quotePrompt(changed.generation_id)} is now: ${status}. ${skipped_faults_note}`.trim());
    } else showToast(released_responses > 0 ? 'A delayed response was sent.' : 'No pending events.');
  });
}

export function ClockControls() {
  const speed = clock.value?.speed ?? 1;
  return (
    <section class="cluster clock" aria-label="Clock">
      <ClockFace />
      <button
        type="button"
        class={isRunning.value ? '' : 'paused'}
        title="Pause or resume the clock (Space)"
        onClick={() => void togglePause()}
      >
        {isRunning.value ? <Pause aria-hidden /> : <Play aria-hidden />}
        <span class="wide-text">{isRunning.value ? 'Pause' : 'Resume'}</span>
      </button>
      <button type="button" title="Go to the next event (E)" onClick={() => void advanceClockToNextEvent()}>
        <SkipForward aria-hidden />
        <span class="wide-text">Next event</span>
      </button>
      <AdvanceForm />
      <select
        class="speed"
        aria-label="Speed"
        title="Speed of the clock"
        value={String(speed)}
        onChange={({ currentTarget: { value } }) =>
          void runWithToast(() => workspaceClient().clock.setSpeed(Number(value)))
        }
      >
        {[...new Set([...SPEEDS, speed])]
          .sort((one, other) => one - other)
          .map((one) => (
            <option value={String(one)} key={one}>
              {one}×
            </option>
          ))}
      </select>
    </section>
  );
}

function AdvanceForm() {
  const by = useSignal('10s');
  const error = useFormError();
  useEffect(error.clear, [view.value]);
  const advance = (event: Event): void => {
    event.preventDefault();
    void error.attempt(() => workspaceClient().clock.advance(by.value.trim()));
  };
  return (
    <>
      <form class="group advance" onSubmit={advance}>
        <input
          type="text"
          aria-label="Time to advance by"
          aria-describedby="advance-error"
          aria-invalid={error.text.value !== ''}
          list="lengths"
          required
          spellcheck={false}
          value={by.value}
          onInput={({ currentTarget }) => {
            by.value = currentTarget.value;
            error.clear();
          }}
        />
        <datalist id="lengths">
          {['1s', '10s', '1m', '5m', '1h'].map((length) => (
            <option value={length} key={length} />
          ))}
        </datalist>
        <button type="submit" title="Advance the clock by this time">
          <FastForward aria-hidden />
          <span class="wide-text">Advance</span>
        </button>
      </form>
      <FieldError error={error} id="advance-error" />
    </>
  );
}

/** A separate component, because it renders with every frame. */
function ClockFace() {
  const at = now.value;
  const note = isClockFrozen.value ? 'disconnected' : isRunning.value ? '' : 'paused';
  return (
    <time
      class={note === '' ? 'cluster clock-face' : 'cluster clock-face paused'}
      dateTime={new Date(at).toISOString()}
      title={`${formatDate(at)}, UTC`}
    >
      <span class="hour">{formatTime(at)}</span>
      <span class="zone small">UTC{note && `, ${note}`}</span>
    </time>
  );
}
