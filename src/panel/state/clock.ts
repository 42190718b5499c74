/** The clock of the selected workspace: the last reading from the server, and the current time computed from it. */
import { computed, effect, signal } from '@preact/signals';
import type { ClockInfo } from '../../generated/control-api.js';

interface ClockReading extends ClockInfo {
  /** When the reading arrived, on the page's own clock. */
  readonly at: number;
}

const lastReading = signal<ClockReading | undefined>(undefined);
/** The time of the last rendered frame, in milliseconds since the page was loaded. */
const renderTime = signal(0);

/** Whether the displayed clock is paused because there is no connection. */
export const isClockFrozen = signal(false);

export const clock = computed<ClockInfo | undefined>(() => lastReading.value);
export const isRunning = computed(() => lastReading.value !== undefined && !lastReading.value.paused);

/** The clock's time at the last frame, in milliseconds since 1970. */
export const now = computed(() => {
  if (!lastReading.value) return 0;
  const { now: then, speed, paused, at } = lastReading.value;
  return Date.parse(then) + (paused ? 0 : Math.max(0, renderTime.value - at) * speed);
});

/** The same in whole seconds, for components that need to render only once a second. */
export const nowInSeconds = computed(() => Math.floor(now.value / 1000) * 1000);

export function setClock(clockNow: ClockInfo | undefined): void {
  lastReading.value = clockNow && { ...clockNow, at: performance.now() };
  renderTime.value = performance.now();
}

const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');
/** Milliseconds between two updates: smooth for a marker, or a second if the user prefers reduced motion. */
const frameInterval = (): number => (reducedMotion.matches ? 1000 : 50);

effect(() => {
  if (!isRunning.value || isClockFrozen.value) return undefined;
  let lastDrawnAt = 0;
  let request = requestAnimationFrame(function draw(at) {
    if (at - lastDrawnAt >= frameInterval()) {
      lastDrawnAt = at;
      renderTime.value = performance.now();
    }
    request = requestAnimationFrame(draw);
  });
  return () => cancelAnimationFrame(request);
});
