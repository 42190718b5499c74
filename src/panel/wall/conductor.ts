/** Wall controls: play, advance, reset, navigate. One at a time. */
import { batch } from '@preact/signals';
import { hasPendingEvents, advanceTo, waitForNetworkIdle, type ClockTargets } from './steps.js';
import { waitForReady, broadcast, loadFrames, nextMessage, onFrameActivity } from './frames.js';
import * as server from './server.js';
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

/** How far "next change" looks, in ms of the wall's clock. */
const MAX_ADVANCE_MS = 120_000;
/** Between two steps while time plays, in real ms. */
const PLAY_TICK_MS = 60;
/** How often the page asks whether the app and the wall still run, in real ms. */
const HEALTH_CHECK_MS = 2_000;

const clockTargets: ClockTargets = {
  now: () => now.value,
  sandboxes: () =>
    [...sandboxes.value.values()].map(({ name, nextChangeAt, pendingResponses }) => ({
      name,
      next: nextChangeAt,
      held: pendingResponses,
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
  nextMessage: nextMessage,
  realNow: () => performance.now(),
};

export async function initialize(): Promise<void> {
  isAdvancing.value = true;
  await attempt(async () => {
    const read = await server.fetchConfig();
    batch(() => {
      now.value = read.startedAt;
      frames.value = new Map(read.frames.map(({ name }) => [name, newFrame(name)]));
      config.value = read;
    });
    applyWallState(await server.fetchState());
    await waitForFrames();
    await waitForAllResponses();
  });
  isAdvancing.value = false;
  setInterval(() => void attempt(checkApp), HEALTH_CHECK_MS);
}

/** Apps stop while nothing moves, too. */
async function checkApp(): Promise<void> {
  const isIdle = (): boolean => !isAdvancing.value && errorMessage.value === '';
  if (!isIdle()) return;
  const state = await server.fetchState();
  // A step that began meanwhile knows more.
  if (isIdle()) applyWallState(state);
}

async function waitForFrames(): Promise<void> {
  const late = [...frames.value.values()].filter(({ status }) => !status);
  await Promise.all(late.map(({ name }) => waitForReady(name, 60_000)));
}

let isFollowing = false;
/** After what a person does, the page shows what became of it. */
onFrameActivity(() => {
  if (isAdvancing.value || isFollowing) return;
  isFollowing = true;
  setTimeout(() => {
    isFollowing = false;
    if (!isAdvancing.value) void attempt(waitForAllResponses);
  }, 100);
});

async function waitForAllResponses(): Promise<void> {
  await waitForNetworkIdle(clockTargets);
  applyWallState(await server.fetchState());
}

/** To the next change on any screen. */
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
    // oxlint-disable-next-line typescript/no-unnecessary-condition -- A key ends it meanwhile.
    while (isPlaying.value) {
      const real = performance.now();
      const to = now.value + Math.max(1, Math.round((real - last) * speed.value));
      last = real;
      await advanceTo(clockTargets, to, () => !isPlaying.value);
      await nextMessage(PLAY_TICK_MS);
    }
  }).finally(() => (isPlaying.value = false));
}

/** Deletes all jobs and what the apps have stored, and opens the first page of the app. */
export function resetAll(): Promise<void> {
  return runExclusive(async () => {
    applyWallState(await server.reset());
    await load(new URL(config.value?.app ?? 'http://a/').pathname, true);
  });
}

/** Goes to a path of the app in all frames. An address of another server is refused. */
export function navigateAll(path: string): Promise<void> {
  return runExclusive(async () => {
    const { origin } = location;
    if (!URL.canParse(path, origin) || new URL(path, origin).origin !== origin)
      hint.value = `${path.slice(0, 100)} is not a path of your app. Write it as /path.`;
    else await load(path, false);
  });
}

async function load(path: string, isFresh: boolean): Promise<void> {
  for (const name of frames.value.keys())
    changeFrame(name, { errors: [], missedActions: 0, jobChangedAt: -Infinity });
  await loadFrames(path, isFresh);
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
