/** The control bar of the wall: clock, speed, path, and the size, width and theme of the frames. */
import {
  Anchor,
  ArrowRight,
  Link2,
  Link2Off,
  Monitor,
  Moon,
  Pause,
  Play,
  RotateCcw,
  Smartphone,
  Sun,
  Tablet,
} from 'lucide-preact';
import { useSignal } from '@preact/signals';
import { advanceToNextChange, resetAll, advanceBy, togglePlay, navigateAll } from './wall-controls.js';
import {
  columnChoice,
  elapsed,
  isMirroring,
  isAdvancing,
  isOtherTheme,
  isPlaying,
  otherTheme,
  size,
  speed,
  type FrameWidth,
} from './state.js';
import { MAX_COLUMN_CHOICE } from './view-settings.js';

const COLUMN_CHOICES = Array.from({ length: MAX_COLUMN_CHOICE }, (_, index) => index + 1);
const SPEEDS = [0.5, 1, 2, 5, 10, 60];
const SIZE_ICONS: readonly (readonly [FrameWidth, typeof Sun])[] = [
  [390, Smartphone],
  [768, Tablet],
  [1280, Monitor],
];

/** `1:05`, with tenths of a second. */
function formatClock(milliseconds: number): string {
  const tenths = Math.floor(milliseconds / 100);
  const seconds = Math.floor(tenths / 10);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}.${tenths % 10}`;
}

export function ControlBar() {
  const ThemeIcon = otherTheme === 'dark' ? Moon : Sun;
  const isBusy = isAdvancing.value;
  return (
    <header class="cluster wrap sticky bar">
      <h1>
        <Anchor aria-hidden size={20} />
        Wall
      </h1>
      <div class="cluster">
        <time class={isBusy ? 'clock advancing' : 'clock'} aria-label="Time since the start">
          {formatClock(elapsed.value)}
        </time>
        <div class="group">
          <button
            type="button"
            class="button-primary"
            aria-label={isPlaying.value ? 'Pause' : 'Play'}
            title="Play or pause (Space)"
            disabled={isBusy && !isPlaying.value}
            onClick={() => void togglePlay()}
          >
            {isPlaying.value ? <Pause aria-hidden /> : <Play aria-hidden />}
          </button>
          <button
            type="button"
            title="Next change on any screen (→)"
            aria-label="Next change"
            disabled={isBusy}
            onClick={() => void advanceToNextChange()}
          >
            <ArrowRight aria-hidden />
          </button>
          <button
            type="button"
            title="One second (Shift →)"
            disabled={isBusy}
            onClick={() => void advanceBy(1000)}
          >
            +1 s
          </button>
        </div>
        <select
          aria-label="Speed"
          value={String(speed.value)}
          onChange={({ currentTarget }) => (speed.value = Number(currentTarget.value))}
        >
          {SPEEDS.map((one) => (
            <option value={String(one)} key={one}>
              {one}×
            </option>
          ))}
        </select>
        <button
          type="button"
          class="button-plain"
          title="Start over"
          aria-label="Start over"
          disabled={isBusy}
          onClick={() => void resetAll()}
        >
          <RotateCcw aria-hidden />
        </button>
      </div>
      <PathForm />
      <div class="cluster">
        <button
          type="button"
          aria-pressed={isMirroring.value}
          title="Repeat in all frames what you do in one"
          onClick={() => (isMirroring.value = !isMirroring.value)}
        >
          {isMirroring.value ? <Link2 aria-hidden /> : <Link2Off aria-hidden />}
          Mirror
        </button>
        <select
          aria-label="Frames in a row"
          title="Frames in a row: fewer are larger"
          value={String(columnChoice.value ?? 'fit')}
          onChange={({ currentTarget: { value } }) =>
            (columnChoice.value = value === 'fit' ? undefined : Number(value))
          }
        >
          <option value="fit">Automatic</option>
          {COLUMN_CHOICES.map((one) => (
            <option value={String(one)} key={one}>
              {one} in a row
            </option>
          ))}
        </select>
        <div class="group" role="group" aria-label="Width of the app">
          {SIZE_ICONS.map(([one, Icon]) => (
            <button
              type="button"
              key={one}
              title={`${one} px wide`}
              aria-label={`${one} px wide`}
              aria-pressed={size.value === one}
              onClick={() => (size.value = one)}
            >
              <Icon aria-hidden />
            </button>
          ))}
        </div>
        <button
          type="button"
          title={`Show your app in ${otherTheme} colours`}
          aria-label={`Show your app in ${otherTheme} colours`}
          aria-pressed={isOtherTheme.value}
          onClick={() => (isOtherTheme.value = !isOtherTheme.value)}
        >
          <ThemeIcon aria-hidden />
        </button>
      </div>
    </header>
  );
}

function PathForm() {
  const path = useSignal('');
  return (
    <form
      class="path-form"
      onSubmit={(event) => {
        event.preventDefault();
        void navigateAll(path.value);
      }}
    >
      <input
        type="text"
        aria-label="Path in all frames"
        placeholder="/path in all frames"
        pattern="/.*"
        value={path.value}
        spellcheck={false}
        onInput={({ currentTarget }) => (path.value = currentTarget.value)}
      />
    </form>
  );
}
