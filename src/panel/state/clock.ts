/** The clock of the selected workspace: its last reading from the server, and the current time computed from it. */
import { computed, effect, signal } from '@preact/signals';
import type { Clock } from '../../generated/control-api.js';

interface ClockReading extends Clock {
  /** When the reading arrived, on the page's own clock. */
  readonly at: number;
}

const reading = signal<ClockReading | undefined>(undefined);
/** The time of the last rendered frame, in milliseconds since the page was loaded. */
const frameTime = signal(0);

/** Whether time stands still because there is no connection: what happens meanwhile is not known. */
export const isFrozen = signal(false);

export const clock = computed<Clock | undefined>(() => reading.value);
export const isRunning = computed(() => reading.value !== undefined && !reading.value.paused);

/** The clock's time at the last frame, in milliseconds since 1970. */
export const now = computed(() => {
  if (!reading.value) return 0;
  const { now: then, speed, paused, at } = reading.value;
  return Date.parse(then) + (paused ? 0 : Math.max(0, frameTime.value - at) * speed);
});

/** The same in whole seconds, for components that need to render only once a second. */
export const nowInSeconds = computed(() => Math.floor(now.value / 1000) * 1000);

export function setClock(clockNow: Clock | undefined): void {
  reading.value = clockNow && { ...clockNow, at: performance.now() };
  frameTime.value = performance.now();
}

const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');
/** Milliseconds between two updates: smooth for a marker, or a second if the user prefers reduced motion. */
const frameInterval = (): number => (reducedMotion.matches ? 1000 : 50);

effect(() => {
  if (!isRunning.value || isFrozen.value) return undefined;
  let drawn = 0;
  let request = requestAnimationFrame(function draw(at) {
    if (at - drawn >= frameInterval()) {
      drawn = at;
      frameTime.value = performance.now();
    }
    request = requestAnimationFrame(draw);
  });
  return () => cancelAnimationFrame(request);
});
