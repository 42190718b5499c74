/** Wall controls: play, advance, reset, navigate. One at a time. */
import { batch } from '@preact/signals';
import { hasPendingEvents, advanceTo, waitForNetworkIdle, type ClockTargets } from './advance-clock.js';
import { waitForReady, broadcast, loadFrames, nextMessage, onFrameActivity } from './frame-connections.js';
import * as server from './wall-client.js';
import {
  changeFrame,
  config,
  frames,
  hint,
  isAdvancing,
  isPlaying,
  newFrame,
  now,
  sandboxes,
  speed,
  applyWallState,
  errorMessage,
} from './state.js';

/** The maximum advance of "next change", in ms of the wall's clock. */
const MAX_ADVANCE_MS = 120_000;
/** The interval of steps while the clock plays, in real ms. */
const PLAY_TICK_MS = 60;
/** The interval of checks that the app and the wall still run, and for saved scenarios, in real ms. */
const CHECK_INTERVAL_MS = 1_000;

const clockTargets: ClockTargets = {
  now: () => now.value,
  sandboxes: () =>
    [...sandboxes.value.values()].map(({ name, nextChangeAt, pendingResponses }) => ({
      name,
      next: nextChangeAt,
      pendingResponses,
    })),
  screens: () =>
    [...frames.value.values()].flatMap(({ name, status }) =>
      status ? { name, next: status.nextTimerAt, pending: status.pending, screen: status.domHash } : [],
    ),
  async advance(to) {
    applyWallState(await server.advance(to));
    await broadcast({ type: 'advance', to });
    applyWallState(await server.fetchState());
  },
  refresh: async () => applyWallState(await server.fetchState()),
  nextMessage,
  realNow: () => performance.now(),
};

export async function initialize(): Promise<void> {
  isAdvancing.value = true;
  await attempt(async () => {
    const wallConfig = await server.fetchConfig();
    batch(() => {
      now.value = wallConfig.startedAt;
      frames.value = new Map(wallConfig.frames.map(({ name }) => [name, newFrame(name)]));
      config.value = wallConfig;
    });
    applyWallState(await server.fetchState());
    await waitForFrames();
    await waitForAllResponses();
    await showSavedScenarios();
  });
  isAdvancing.value = false;
  setInterval(() => void attempt(checkWall), CHECK_INTERVAL_MS);
}

/** Detects an app that stops, and a scenario that is saved, while the clock is paused. */
async function checkWall(): Promise<void> {
  const isIdle = (): boolean => !isAdvancing.value && errorMessage.value === '';
  if (!isIdle()) return;
  const state = await server.fetchState();
  // A step that was started meanwhile has a newer state.
  if (!isIdle()) return;
  applyWallState(state);
  if (hasSavedScenarios()) await runExclusive(showSavedScenarios);
}

const outdatedFrames = (): readonly string[] =>
  [...sandboxes.value.values()].flatMap(({ name, isOutdated }) => (isOutdated ? [name] : []));

const hasNewFrames = (): boolean => [...sandboxes.value.keys()].some((name) => !frames.value.has(name));

const hasSavedScenarios = (): boolean => outdatedFrames().length > 0 || hasNewFrames();

/** Starts the frames again whose scenarios were saved, and adds frames of new scenarios. All others continue. */
async function showSavedScenarios(): Promise<void> {
  if (!hasSavedScenarios()) return;
  const isNew = hasNewFrames();
  const outdated = outdatedFrames();
  // The title of a saved scenario can be another one.
  const wallConfig = await server.fetchConfig();
  batch(() => {
    const models = wallConfig.frames.map(
      ({ name }) => [name, frames.value.get(name) ?? newFrame(name)] as const,
    );
    frames.value = new Map(models);
    config.value = wallConfig;
  });
  for (const name of outdated) applyWallState(await server.restart(name));
  if (outdated.length > 0) {
    hint.value = `Saved: ${outdated.join(', ')}. ${outdated.length === 1 ? 'Its frame starts' : 'Their frames start'} again.`;
    await load(startPath(), true, new Set(outdated));
  }
  if (isNew) await waitForFrames();
  await waitForAllResponses();
}

const startPath = (): string => new URL(config.value?.app ?? 'http://a/').pathname;

async function waitForFrames(): Promise<void> {
  const unconnected = [...frames.value.values()].filter(({ status }) => !status);
  await Promise.all(unconnected.map(({ name }) => waitForReady(name, 60_000)));
}

let isScheduled = false;
// A user action in a frame can send requests: afterwards, the page shows the new state.
onFrameActivity(() => {
  if (isAdvancing.value || isScheduled) return;
  isScheduled = true;
  setTimeout(() => {
    isScheduled = false;
    if (!isAdvancing.value) void attempt(waitForAllResponses);
  }, 100);
});

async function waitForAllResponses(): Promise<void> {
  await waitForNetworkIdle(clockTargets);
  applyWallState(await server.fetchState());
}

/** Advances to the next change on any screen. */
export function advanceToNextChange(): Promise<void> {
  return runExclusive(async () => {
    const changed = await advanceTo(
      clockTargets,
      now.value + MAX_ADVANCE_MS,
      (names) => names.size > 0 || !isAdvancing.value || !hasPendingEvents(clockTargets),
    );
    if (changed.size === 0)
      hint.value = hasPendingEvents(clockTargets)
        ? 'No screen changed in two minutes.'
        : 'No pending timers: all jobs have ended.';
  });
}

/** @param by ms of the wall's clock */
export function advanceBy(by: number): Promise<void> {
  return runExclusive(async () => {
    await advanceTo(clockTargets, now.value + by, () => !isAdvancing.value);
  });
}

export async function togglePlay(): Promise<void> {
  if (isPlaying.value) {
    isPlaying.value = false;
    return;
  }
  await runExclusive(async () => {
    isPlaying.value = true;
    let last = performance.now();
    while (isPlaying.peek()) {
      const real = performance.now();
      const to = now.value + Math.max(1, Math.round((real - last) * speed.value));
      last = real;
      await advanceTo(clockTargets, to, () => !isPlaying.value);
      await showSavedScenarios();
      await nextMessage(PLAY_TICK_MS);
    }
  }).finally(() => (isPlaying.value = false));
}

/** Deletes all jobs and the storage of the apps, and opens the start page of the app. */
export function resetAll(): Promise<void> {
  return runExclusive(async () => {
    applyWallState(await server.reset());
    await load(startPath(), true);
  });
}

/** Opens a path of the app in all frames. URLs of other origins are rejected. */
export function navigateAll(path: string): Promise<void> {
  return runExclusive(async () => {
    const { origin } = location;
    if (!URL.canParse(path, origin) || new URL(path, origin).origin !== origin)
      hint.value = `${path.slice(0, 100)} is not a path of your app. Write it as /path.`;
    else await load(path, false);
  });
}

async function load(
  path: string,
  isFresh: boolean,
  names: ReadonlySet<string> = new Set(frames.value.keys()),
): Promise<void> {
  for (const name of names) changeFrame(name, { errors: [], missedActions: 0, jobChangedAt: -Infinity });
  await loadFrames(path, isFresh, names);
  await waitForAllResponses();
}

async function runExclusive(work: () => Promise<void>): Promise<void> {
  if (isAdvancing.value || !config.value) return;
  isAdvancing.value = true;
  hint.value = '';
  await attempt(async () => {
    await waitForFrames();
    await work();
  });
  isAdvancing.value = false;
}

async function attempt(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof server.WallUnavailableError)) throw error;
    isPlaying.value = false;
    errorMessage.value = error.message;
  }
}
