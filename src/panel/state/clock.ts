/** The clock of the chosen workspace, as it was told last, and what it shows now. Drawn with the frames of the page. */
import { computed, effect, signal } from '@preact/signals';
import type { Clock } from '../../generated/control-api.js';

interface Told extends Clock {
  /** When it was told, on the page's own clock. */
  readonly at: number;
}

const told = signal<Told | undefined>(undefined);
/** Milliseconds since the page began, as of the last frame that was drawn. */
const frame = signal(0);

export const clock = computed<Clock | undefined>(() => told.value);
export const isRunning = computed(() => told.value !== undefined && !told.value.paused);

/** What the clock shows at the last frame, in milliseconds since 1970. */
export const now = computed(() => {
  if (!told.value) return 0;
  const { now: then, speed, paused, at } = told.value;
  return Date.parse(then) + (paused ? 0 : Math.max(0, frame.value - at) * speed);
});

/** The same by the second, for what need not be drawn more often. */
export const nowBySeconds = computed(() => Math.floor(now.value / 1000) * 1000);

export function setClock(clockNow: Clock | undefined): void {
  told.value = clockNow && { ...clockNow, at: performance.now() };
  frame.value = performance.now();
}

const calm = matchMedia('(prefers-reduced-motion: reduce)');
/** Milliseconds between two drawings: smooth enough for a marker, and a second where motion is not wanted. */
const between = (): number => (calm.matches ? 1000 : 50);

effect(() => {
  if (!isRunning.value) return undefined;
  let drawn = 0;
  let request = requestAnimationFrame(function draw(at) {
    if (at - drawn >= between()) {
      drawn = at;
      frame.value = performance.now();
    }
    request = requestAnimationFrame(draw);
  });
  return () => cancelAnimationFrame(request);
});
