/** The clock of the workspace and its controls. Always visible. */
import { useSignal } from '@preact/signals';
import { FastForward, Pause, Play, SkipForward } from 'lucide-preact';
import { clockVerbs } from './api/verbs.js';
import { formatDate, formatTime } from './parts/format.js';
import { clock, isRunning, now } from './state/clock.js';
import { attempt, showToast } from './state/toasts.js';

const SPEEDS = [0.1, 1, 5, 10, 60, 600];

export function ClockBar() {
  const { value } = clock;
  const by = useSignal('10s');
  if (!value) return <section class="clock-bar" aria-label="Clock" aria-busy="true" />;
  const toggle = () => attempt(isRunning.value ? clockVerbs.pause : clockVerbs.resume);
  const next = () =>
    attempt(async () => {
      const { reached, released } = await clockVerbs.next();
      if (reached) showToast(`${reached.prompt.slice(0, 60)}: ${String(reached.view['status'])}.`);
      else showToast(released > 0 ? 'An answer that was held back went out.' : 'Nothing is to come.');
    });
  const advance = async (event: Event): Promise<void> => {
    event.preventDefault();
    await attempt(() => clockVerbs.advance(by.value.trim()));
  };
  return (
    <section class="clock-bar" aria-label="Clock">
      <ClockFace />
      <button type="button" class="strong play" onClick={() => void toggle()}>
        {isRunning.value ? <Pause aria-hidden /> : <Play aria-hidden />}
        {isRunning.value ? 'Pause' : 'Play'}
      </button>
      <button type="button" onClick={() => void next()}>
        <SkipForward aria-hidden />
        <span>
          Next<span class="wide-only"> event</span>
        </span>
      </button>
      <form class="advance" onSubmit={(event) => void advance(event)}>
        <input
          type="text"
          aria-label="Time to advance by"
          list="lengths"
          required
          spellcheck={false}
          value={by.value}
          onInput={({ currentTarget }) => (by.value = currentTarget.value)}
        />
        <datalist id="lengths">
          {['1s', '10s', '1m', '5m', '1h'].map((length) => (
            <option value={length} key={length} />
          ))}
        </datalist>
        <button type="submit">
          <FastForward aria-hidden />
          Advance
        </button>
      </form>
      <label class="speed">
        <span>Speed</span>
        <select
          value={String(value.speed)}
          onChange={({ currentTarget }) =>
            void attempt(() => clockVerbs.setSpeed(Number(currentTarget.value)))
          }
        >
          {[...new Set([...SPEEDS, value.speed])]
            .sort((one, other) => one - other)
            .map((speed) => (
              <option value={String(speed)} key={speed}>
                {speed}×
              </option>
            ))}
        </select>
      </label>
    </section>
  );
}

/** A component of its own, because it renders with every frame. */
function ClockFace() {
  const at = now.value;
  return (
    <time class={isRunning.value ? 'face' : 'face paused'} dateTime={new Date(at).toISOString()}>
      <span class="day">{formatDate(at)}</span>
      <span class="hour">{formatTime(at)}</span>
      <span class="zone">UTC{isRunning.value ? '' : ', paused'}</span>
    </time>
  );
}
